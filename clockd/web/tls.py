"""TLS: a server's certificate with its key, and the certificate that a table's reporter trusts.

Both are PEM files, checked before anything is served, so that a wrong one is one line at the start.
"""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockd.errors import BadInput

WANTED = "expected a certificate and its key in PEM form"


@dataclass(frozen=True, slots=True)
class Tls:
    """What a server shows of itself."""

    certificate: Path
    key: Path


def tls_from(certificate: Path | None, key: Path | None, where: str) -> Tls | None:
    """Both files, or None where neither is given; BadInput when they cannot be used. `where` names the option."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise BadInput(f"{where}: one of certificate and key, expected both or none")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_none)
    except (OSError, ValueError) as error:  # ssl's errors are OSErrors
        raise BadInput(f"{certificate}, {key}: {_why(error)}, {WANTED}") from None
    return Tls(certificate, key)


def server_options(tls: Tls | None) -> dict[str, Any]:
    """How uvicorn is told."""
    if tls is None:
        return {}
    return {"ssl_certfile": str(tls.certificate), "ssl_keyfile": str(tls.key)}


def scheme(tls: Tls | None) -> str:
    return "http" if tls is None else "https"


def trust_in(certificate: Path | None) -> ssl.SSLContext:
    """Whom a reporter believes: this certificate alone, or those that the system trusts."""
    try:
        return ssl.create_default_context(cafile=None if certificate is None else str(certificate))
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{certificate}: {_why(error)}, expected a certificate in PEM form"
        ) from None


def _none() -> str:
    """A key under a password would stop a start that nobody watches."""
    raise ValueError("the key is encrypted")


def _why(error: Exception) -> str:
    return (
        getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
    ).lower()
