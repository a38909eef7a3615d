"""TLS with a certificate made for a hall, as the README says: pages, cookie, and the reporter's trust."""

import http.client
import shutil
import ssl
import subprocess
import threading
import time
from pathlib import Path

import httpx
import pytest
import uvicorn

from clockd.config import load_table_config
from clockd.errors import BadInput
from clockd.web.app import table_app
from clockd.web.connections import Places, server_config
from clockd.web.exchange import HubAway
from clockd.web.hub_line import HubLine
from clockd.web.link import TableLink
from clockd.web.tls import scheme, server_options, tls_from, trust_in
from tests.web.arbiters import NAME, PASSWORD, access_in
from tests.web.live import STOPS_WITHIN_S, free_port

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")


def made(folder: Path) -> tuple[Path, Path]:
    """A certificate and its key for localhost, by the very command of the README."""
    (line,) = [each for each in README.splitlines() if each.startswith("openssl req")]
    command = line.replace("hub.local", "localhost").split()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "hall.pem", folder / "hall.key"


@needs_openssl
def test_a_page_over_tls_gives_a_secure_cookie_and_a_reporter_trusts_its_hall(
    tmp_path: Path,
) -> None:
    tls = tls_from(*made(tmp_path), "here")
    port = free_port()
    app = table_app(TableLink(Path("nowhere")), access_in(tmp_path))
    server = uvicorn.Server(server_config(app, Places(50, 50), port=port, **server_options(tls)))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + STOPS_WITHIN_S
    while not server.started:
        assert time.monotonic() < end
        time.sleep(0.01)
    url = f"{scheme(tls)}://localhost:{port}"
    trust = trust_in(tmp_path / "hall.pem")
    form = {"name": NAME, "password": PASSWORD}
    answer = httpx.post(f"{url}/sign-in", data=form, headers={"origin": url}, verify=trust)
    assert answer.status_code == 303 and "; Secure" in answer.headers["set-cookie"]
    assert HubLine(url, trust).post({}).status == 404  # no hub, but its certificate is believed
    with pytest.raises(HubAway, match="CERTIFICATE_VERIFY_FAILED"):
        HubLine(url).post({})
    plain = http.client.HTTPConnection("localhost", port, timeout=STOPS_WITHIN_S)
    with pytest.raises((http.client.HTTPException, OSError)):
        plain.request("GET", "/")
        plain.getresponse()
    server.should_exit = server.force_exit = True
    thread.join(STOPS_WITHIN_S)


@needs_openssl
def test_a_certificate_without_its_key_is_one_line(tmp_path: Path) -> None:
    certificate, key = made(tmp_path)
    (tmp_path / "other").mkdir()
    _, other = made(tmp_path / "other")
    for pair in ((certificate, other), (key, key), (certificate, tmp_path / "none")):
        with pytest.raises(
            BadInput, match="expected a certificate and its key in PEM form"
        ) as told:
            tls_from(*pair, "here")
        assert "\n" not in str(told.value)
    with pytest.raises(BadInput, match="here: one of certificate and key, expected both or none"):
        tls_from(certificate, None, "here")


def test_without_a_certificate_it_is_plain_http(tmp_path: Path) -> None:
    assert tls_from(None, None, "here") is None
    assert (scheme(None), server_options(None)) == ("http", {})
    assert trust_in(None).verify_mode == ssl.CERT_REQUIRED
    with pytest.raises(BadInput, match="expected a certificate in PEM form"):
        trust_in(tmp_path / "nothing.pem")


def test_a_tables_file_names_them(tmp_path: Path) -> None:
    """Paths are taken from the file's own folder."""
    (tmp_path / "table.toml").write_text(
        '[table]\nnumber = 3\nstate = "s"\n'
        '[web]\ncertificate = "hall.pem"\nkey = "hall.key"\nfolder = "web"\n'
        '[hub]\nurl = "https://hub.local:8080"\ncertificate = "hall.pem"\n'
    )
    config = load_table_config(tmp_path / "table.toml")
    assert (config.web_certificate, config.web_key) == (
        tmp_path / "hall.pem",
        tmp_path / "hall.key",
    )
    assert (config.hub_certificate, config.web_folder) == (tmp_path / "hall.pem", tmp_path / "web")
