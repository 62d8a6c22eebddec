"""The server as a process: addresses, TLS, tokens, signals, and nothing left behind."""

import json
import signal
import socket
import ssl
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from boyi.server.__main__ import main
from boyi.server.remote import bridge
from boyi.server.remote.link import Target
from tests.support.arena.processes import running, survivors
from tests.support.protocol.talking import Talk
from tests.support.server.serving import PATIENCE, ServerProcess

KILL = signal.Signals["SIGKILL"]  # a name that Windows does not have
TOKEN = "0123456789abcdef"


def free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, KILL])
def test_nothing_is_left_in_mid_game(tmp_path: Path, number: signal.Signals):
    with ServerProcess(tmp_path) as server, Talk(server.remote("chess")) as talk:
        talk.say("position startpos", "go infinite")
        talk.hear("^info depth 3")
        server.process.send_signal(number)
        code = server.process.wait(PATIENCE)
        assert code == (0 if number != KILL else -KILL)
        code, last, _ = talk.ends()
        words = "the server ends" if number != KILL else "the connection to the server is lost"
        assert (code, last[-1]) == (1, f"info string remote: {words}")
        assert survivors(server.mark, 3.0) == []
        assert free(server.web) and free(server.gate)
        assert not [path for path in tmp_path.rglob("*") if path.suffix in (".part", ".sock", ".pid")]


def test_the_web_says_that_it_is_there(tmp_path: Path):
    with ServerProcess(tmp_path) as server:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.web}/healthz") as answer:
            assert json.load(answer)["status"] == "ok"
        assert server.lines[0] == f"web: http://127.0.0.1:{server.web}/\n"
        gate = f"127.0.0.1:{server.gate}"
        assert server.lines[1] == f"gate: tcp://{gate} (bin/remote {gate} chess)\n"


def test_tls_and_a_token(tmp_path: Path):
    keys = tmp_path / "keys"
    assert main(["certificate", str(keys)]) == 0
    assert (keys / "key.pem").stat().st_mode & 0o077 == 0
    words = ("--certificate", str(keys / "certificate.pem"), "--key", str(keys / "key.pem"))
    (tmp_path / "token").write_text(TOKEN)
    with ServerProcess(tmp_path, *words, "--token-file", str(tmp_path / "token")) as server:
        trusting = ("--tls", str(keys / "certificate.pem"))
        with Talk(server.remote("chess", *trusting, "--token-file", str(tmp_path / "token"))) as talk:
            talk.say("uci", "go depth 2", "quit")
            assert talk.hear("^bestmove")
            assert talk.ends()[0] == 0
        for bad, said in (
            (trusting, "this server wants a token first: auth TOKEN"),
            (("--tls",), "its certificate is not to be trusted: self-signed certificate"),
            ((), "the server hung up"),
        ):
            answer = subprocess.run(
                server.remote("chess", *bad),
                input="uci\n",
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert answer.returncode == 2
            assert said in answer.stdout or not bad, (bad, answer.stdout)
            assert len(answer.stdout.splitlines()) == 1 and answer.stderr == ""
        context = ssl.create_default_context(cafile=str(keys / "certificate.pem"))
        with urllib.request.urlopen(f"https://localhost:{server.web}/healthz", context=context) as answer:
            assert answer.status == 200
        own = Path(f"/proc/{server.process.pid}/environ").read_bytes()
        assert TOKEN.encode() not in own


def test_engines_know_nothing_of_the_token_and_hold_no_sockets(tmp_path: Path):
    with ServerProcess(tmp_path, BOYI_TOKEN=TOKEN) as server:
        (tmp_path / "token").write_text(TOKEN)
        with Talk(server.remote("chess", "--token-file", str(tmp_path / "token"))) as talk:
            talk.settle()  # so that one is there for certain, not about to become one
            engines = {*running("--lent")} & {*running(server.mark)} - {server.process.pid}
            looked = [engine for engine in engines if _knows_nothing(engine)]
        assert looked


def _knows_nothing(engine: int) -> bool:
    """Look at an engine's environment and open files; False if it has ended meanwhile."""
    try:
        environment = Path(f"/proc/{engine}/environ").read_bytes()
        opened = {str(link.readlink()) for link in Path(f"/proc/{engine}/fd").iterdir()}
    except (ProcessLookupError, FileNotFoundError):
        return False
    assert TOKEN.encode() not in environment
    assert len([link for link in opened if link.startswith("socket:")]) <= 3  # its stdin, stdout, stderr
    return True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--web", "0.0.0.0:8080"], "wants a token"),
        (["--gate", "0.0.0.0:8081"], "wants a token"),
        (["--web", "nonsense"], "--web wants HOST:PORT, not 'nonsense'"),
        (["--cap", "Hash"], "--cap wants NAME=NUMBER, not 'Hash'"),
        (["--searches", "0"], "--searches is more than nothing, not 0"),
        (["--token-file", "/none"], "/none: No such file or directory"),
        (["--engines", "/none"], "/none: No such file or directory"),
        (["--certificate", "/none"], "TLS wants both"),
        (["--certificate", "/none", "--key", "/none"], "No such file"),
    ],
)
def test_bad_words_get_one_line(capfd: pytest.CaptureFixture[str], words: list[str], said: str):
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("server: ") and said in err and err.count("\n") == 1


def test_a_port_that_is_taken_gets_one_line(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        for flag in ("--web", "--gate"):
            other = "--gate" if flag == "--web" else "--web"
            command = [sys.executable, "-P", "-m", "boyi.server", flag, place, other, "127.0.0.1:0"]
            answer = subprocess.run(
                [*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
            )
            assert (answer.returncode, answer.stdout) == (2, "")
            assert answer.stderr == f"server: {flag[2:]}: {place}: Address already in use\n"


def test_a_certificate_is_not_made_twice(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    assert main(["certificate", str(tmp_path)]) == 0
    assert main(["certificate", str(tmp_path)]) == 2
    assert "already; nothing was changed" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("engine", "dialect", "start"),
    [
        ("chess", "", "info string remote: "),
        ("xiangqi", "", "info message remote: "),
        ("chess", "xboard", "# remote: "),
        ("connect6", "", ""),
    ],
)
def test_no_server_is_said_in_the_words_of_each_dialect(
    engine: str,
    dialect: str,
    start: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(bridge, "LULLS", (0.0, 0.0))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert bridge.Bridge(Target("127.0.0.1", port, engine, dialect)).run() == bridge.REFUSED
    out, err = capfd.readouterr()
    assert out == (f"{start}127.0.0.1:{port}: Connection refused\n" if start else "") and err == ""
