"""The virtual Pi as a test drives it: boot, commands, button lines, the board's cable, the plug.

The guest can reach nothing: QEMU's user network with `restrict=on` and one port on 127.0.0.1 that leads to its sshd.
Emulated in software, so that nothing here may be judged by how long it takes. Lines 0 to 7 of the machine's PL061 stand
for the Pi's pins; all are high at the start, as with pull-ups.
"""

import contextlib
import ctypes
import json
import shlex
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

READY_WITHIN_S = 600.0  # 22 s on an idle machine of two cores
COMMAND_WITHIN_S = 600.0
LINES = 8
USB_PORTS = (1, 2, 3, 4)
USB_DEVICE = "usb-serial"


class VpiError(Exception):
    """The virtual Pi did not do what was asked of it; says what it did."""


def eventually(what: str, check: Callable[[], Any], within_s: float = 120.0) -> Any:
    """The first true answer of `check`; an emulated machine is given its time."""
    end = time.monotonic() + within_s
    while not (answer := check()):
        if time.monotonic() > end:
            raise VpiError(f"{what} did not come to pass: {answer!r}")
        time.sleep(0.3)
    return answer


class Control:
    """A line protocol of QEMU's on a Unix socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        eventually(f"{path.name}", lambda: self._connects(path), 30)
        self._socket.settimeout(60)
        self._lines = self._socket.makefile("rb")

    def _connects(self, path: Path) -> bool:
        with contextlib.suppress(OSError):
            self._socket.connect(str(path))
            return True
        return False

    def send(self, line: str) -> None:
        self._socket.sendall(f"{line}\n".encode())

    def hear(self) -> str:
        line = self._lines.readline()
        if not line:
            raise VpiError("QEMU hung up")
        return line.decode().rstrip()

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class Monitor(Control):
    """QMP: commands with answers, and events in between."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.hear()  # its greeting
        self.events: list[str] = []
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: Any) -> Any:
        self.send(json.dumps({"execute": command, "arguments": arguments}))
        while True:
            told = json.loads(self.hear())
            if "event" in told:
                self.events.append(told["event"])
            elif "error" in told:
                raise VpiError(f"{command}: {told['error']}")
            else:
                return told["return"]

    def wait_for(self, event: str) -> None:
        while event not in self.events:
            told = json.loads(self.hear())
            if "event" in told:
                self.events.append(told["event"])
        self.events.remove(event)


class VirtualPi:
    """One machine. `root` is its system disk, `state` (a file or an NBD address) what is mounted as clockd's state."""

    def __init__(self, image: Path, folder: Path, root: Path, state: str) -> None:
        self.image, self.folder, self.root, self.state = image, folder, root, state
        self.read_only = False
        self.rtc = ""  # "2019-01-01T00:00:00": a Pi whose clock nobody has set
        self.usb_path = folder / "usb.sock"
        self._qemu: subprocess.Popen[bytes] | None = None

    # -- its life ---------------------------------------------------------------------------------

    def boot(self) -> None:
        """Power on, and wait until it can be asked something."""
        for name in ("qmp.sock", "qtest.sock", "usb.sock", "ssh.sock"):
            (self.folder / name).unlink(missing_ok=True)
        self._console.write_bytes(b"")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        with (self.folder / "qemu.log").open("ab") as log:
            self._qemu = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_die_with_us
            )  # fmt: skip
        self._monitor = Monitor(self.folder / "qmp.sock")
        self._pins = Control(self.folder / "qtest.sock")
        parts = self._monitor.ask("qom-list", path="/machine/unattached")
        self._gpio = next(each["name"] for each in parts if each["type"] == "child<pl061>")
        for line in range(LINES):
            self.pin(line, True)
        eventually("the boot", self._is_up, READY_WITHIN_S)
        self._open_line()

    def power_cut(self) -> None:
        """The plug is pulled: the guest's memory is gone, what its disk was handed stays with the disk."""
        if self._qemu is not None and self._qemu.poll() is None:
            self._qemu.send_signal(signal.SIGKILL)
            self._qemu.wait()
            self._let_go()

    def shut_down(self) -> None:
        """As a person does it."""
        self.run("systemctl poweroff", check=False)
        assert self._qemu is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._qemu.wait(180)
        self._let_go() if self._qemu.poll() is not None else self.power_cut()

    def _let_go(self) -> None:
        subprocess.run([*self._ssh("-O", "exit")], capture_output=True, check=False)
        self._monitor.close()
        self._pins.close()

    @property
    def _console(self) -> Path:
        return self.folder / "console.log"

    def _is_up(self) -> bool:
        assert self._qemu is not None
        told = self._console.read_text(errors="replace")
        if self._qemu.poll() is not None or "VPI-NO-ROOT" in told:
            log = (self.folder / "qemu.log").read_text(errors="replace")
            raise VpiError(f"it did not start: {told[-800:]} {log[-400:]}")
        return "VPI-READY" in told

    def _command(self) -> list[str]:
        disk = "format=raw,if=none,cache=writeback"
        only = "readonly=on" if self.read_only else "readonly=off"
        kernel = f"console=ttyAMA0 root=/dev/vda quiet panic=-1 {'ro' if self.read_only else 'rw'}"
        command = [
            "qemu-system-aarch64", "-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-accel", "tcg,thread=multi",
            "-smp", "2", "-m", "512", "-nodefaults", "-display", "none", "-no-reboot",
            "-dtb", f"{self.image}/pi.dtb", "-kernel", f"{self.image}/vmlinuz", "-initrd", f"{self.image}/initrd.gz",
            "-append", kernel, "-serial", f"file:{self._console}", "-device", "virtio-rng-pci",
            "-qmp", f"unix:{self.folder}/qmp.sock,server=on,wait=off",
            "-qtest", f"unix:{self.folder}/qtest.sock,server=on,wait=off", "-qtest-log", "/dev/null",
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self._port}-10.0.2.15:22",
            "-device", "virtio-net-pci,netdev=net,romfile=",
            "-drive", f"file={self.root},{disk},{only},id=root", "-device", "virtio-blk-pci,drive=root",
            "-drive", f"file={self.state},{disk},id=state", "-device", "virtio-blk-pci,drive=state",
            "-device", "qemu-xhci,id=usb",
            "-chardev", f"socket,id=cable,path={self.usb_path},server=on,wait=off",
            "-device", f"{USB_DEVICE},id=board,chardev=cable,bus=usb.0,port=1,always-plugged=on",
        ]  # fmt: skip
        return command + (["-rtc", f"base={self.rtc}"] if self.rtc else [])

    # -- commands ---------------------------------------------------------------------------------

    def _ssh(self, *more: str) -> list[str]:
        options = (
            "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "BatchMode=yes",
            "ConnectTimeout=60", f"ControlPath={self.folder}/ssh.sock",
        )  # fmt: skip
        given = [word for option in options for word in ("-o", option)]
        key = ["-F", "/dev/null", "-p", str(self._port), "-i", str(self.image / "key")]
        return ["ssh", *key, *given, *more, "root@127.0.0.1"]

    def _open_line(self) -> None:
        """One connection for all commands: the exchange of keys is dear under emulation."""
        line = self._ssh("-o", "ControlMaster=yes", "-o", "ControlPersist=yes", "-fN")
        off = subprocess.DEVNULL
        eventually(
            "ssh", lambda: subprocess.call(line, stdin=off, stdout=off, stderr=off) == 0, 180
        )

    def run(self, command: str, *, check: bool = True, given: bytes = b"") -> str:
        """What a command of root's printed; VpiError when it failed."""
        done = subprocess.run(
            [*self._ssh(), command], input=given, timeout=COMMAND_WITHIN_S, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        told = done.stdout.decode(errors="replace")
        if check and done.returncode:
            raise VpiError(f"{command} ended with {done.returncode}: {told}")
        return told

    def write(self, path: str, text: str) -> None:
        """A file in the guest."""
        self.run(f"cat > {shlex.quote(path)}", given=text.encode())

    def copy(self, folder: Path, to: str) -> None:
        """A folder with all that is in it."""
        packed = subprocess.run(
            ["tar", "-C", folder, "-cf", "-", "."], stdout=subprocess.PIPE, check=True
        )
        self.run(f"mkdir -p {to} && tar -C {to} -xf - --no-same-owner", given=packed.stdout)

    # -- its edges --------------------------------------------------------------------------------

    def pin(self, line: int, high: bool) -> None:
        """Set a button's line: low is pressed."""
        self._pins.send(
            f"set_irq_in /machine/unattached/{self._gpio} unnamed-gpio-in {line} {int(high)}"
        )
        while (told := self._pins.hear()).startswith("IRQ"):
            pass
        if not told.startswith("OK"):
            raise VpiError(f"pin {line}: {told}")

    def press(self, line: int) -> None:
        """Down and up again, slowly enough for an emulated interrupt."""
        self.pin(line, False)
        time.sleep(0.1)
        self.pin(line, True)
        time.sleep(0.1)

    def unplug(self) -> None:
        """The board's cable out of its socket."""
        self._monitor.ask("device_del", id="board")
        self._monitor.wait_for("DEVICE_DELETED")

    def plug(self, port: int) -> None:
        """The cable into one of the sockets 1 to 4."""
        self._monitor.ask(
            "device_add", driver=USB_DEVICE, id="board", chardev="cable", bus="usb.0", port=str(port),
            **{"always-plugged": True},
        )  # fmt: skip


def private_copy(image: Path, name: str, to: Path) -> Path:
    """A disk of one's own, sparse as the original."""
    subprocess.run(["cp", "--sparse=always", image / name, to], check=True)
    return to


def put_right(disk: Path) -> None:
    """What fsck does at a boot: a disk that was cut off has a log to be played, which needs to be written."""
    subprocess.run(["e2fsck", "-fy", disk], capture_output=True, check=False)


def missing_tools() -> str:
    """What the machine lacks to run this; empty when it lacks nothing."""
    return ", ".join(
        each for each in ("qemu-system-aarch64", "ssh", "tar") if shutil.which(each) is None
    )


def _die_with_us() -> None:
    """No QEMU outlives the tests that started it (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
