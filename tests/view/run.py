#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server of `tumble view`: who may ask, for which files, and what pages hear.

    tests/view/run.py --tumble PROGRAM TEST     TEST is one of the functions below

Requests are written byte by byte where a client of good manners would not send them. Exit status 77: the
program was built without libmicrohttpd.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PROGRAM = ""
PATIENCE = 60  # [s] For an answer that has to come.
DOCUMENT = '{"asset":{"version":"2.0"},"buffers":[{"uri":"crate.bin","byteLength":4}]}'
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",
    "img-src": "'self' blob: data:",
    "style-src": "'self' 'unsafe-inline'",
}
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(sentence)


def same(found, expected, sentence):
    check(found == expected, "%s: %r, not %r" % (sentence, found, expected))


def library():
    answer = subprocess.run([PROGRAM, "--version", "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(answer.stdout)["libraries"]["libmicrohttpd"]


class Server:
    """`tumble view` of crate.gltf in a folder of its own, which has a folder above it."""

    def __init__(self, folder, *words, environment=None):
        self.outside = pathlib.Path(folder)
        self.folder = self.outside / "inside"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "crate.gltf").write_text(DOCUMENT)
        (self.folder / "crate.bin").write_bytes(b"1234")
        (self.outside / "secret.txt").write_text("secret")
        self.process = subprocess.Popen(
            [PROGRAM, "view", *words, str(self.folder / "crate.gltf")], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})
        self.cookie = None

    def enter(self):
        """Reads the address from standard output, and takes the cookie."""
        self.address = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})\n", self.address)
        if found is None:
            raise SystemExit("the address is %r; %s" % (self.address, self.process.stderr.read()))
        self.take(int(found.group(1)), found.group(2))
        return self

    def take(self, port, token):
        self.port, self.token = port, token
        status, headers, _ = self.get("/?token=" + token)
        same(status, 303, "the token")
        self.cookie = headers["Set-Cookie"].split(";")[0]
        self.welcome = headers

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def send(self, text):
        """An answer to bytes as they are: status, headers, body."""
        with self.connect() as connection:
            connection.sendall(text.encode("latin-1"))
            return answer_of(connection, text.split(" ", 1)[0])

    def ask(self, path, method="GET", **headers):
        """headers: Host=None leaves the header out; a list sends several."""
        lines = {"Host": "127.0.0.1:%d" % self.port, "Cookie": self.cookie, **headers}
        text = "%s %s HTTP/1.1\r\n" % (method, path)
        for name, values in lines.items():
            for value in values if isinstance(values, list) else [values]:
                text += "" if value is None else "%s: %s\r\n" % (name.replace("_", "-"), value)
        return text + "\r\n"

    def get(self, path, method="GET", **headers):
        return self.send(self.ask(path, method, **headers))

    def status(self, path, method="GET", **headers):
        return self.get(path, method, **headers)[0]

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        self.outputs = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode


def answer_of(connection, method):
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    headers = dict(response.getheaders())
    # A stream of events has no end.
    body = b"" if headers.get("Content-Type") == "text/event-stream" else response.read(1 << 20)
    return response.status, headers, body


@contextlib.contextmanager
def server(*words, **more):
    with tempfile.TemporaryDirectory() as folder:
        running = Server(folder, "--no-open", *words, **more)
        try:
            yield running.enter()
            same(running.end(), 0, "the exit code after Ctrl-C")
        finally:
            running.process.kill()
            running.process.wait()


def a_build_without_libmicrohttpd_says_so():
    if library() is not None:
        print("skipped: this build has libmicrohttpd")
        sys.exit(SKIPPED)
    answer = subprocess.run([PROGRAM, "view", "crate.gltf"], stderr=subprocess.PIPE, text=True, check=False)
    same(answer.returncode, 3, "exit code")
    check("built without libmicrohttpd" in answer.stderr, answer.stderr)


def only_its_own_host_and_origin_are_answered():
    with server() as view:
        own, other = "127.0.0.1:%d" % view.port, view.port % 65535 + 1
        for host in (own, "localhost:%d" % view.port, "LOCALHOST:%d" % view.port):
            same(view.status("/doc/crate.gltf", Host=host), 200, "Host: %s" % host)
        for host in ("example.com", "example.com:%d" % view.port, "127.0.0.1", "localhost", "[::1]:%d" % view.port,
                     "127.0.0.1:%d" % other, own + ".example.com", "x@" + own, " ", "0.0.0.0:%d" % view.port,
                     [own, "example.com"], [own, own]):
            check(view.status("/doc/crate.gltf", Host=host) in (400, 403), "Host: %s is answered" % host)
            check(view.status("/?token=" + view.token, Host=host) in (400, 403), "Host: %s gets a cookie" % host)
        # A client of HTTP 1.1 has to name the host (RFC 9112, section 3.2): 400.
        same(view.status("/doc/crate.gltf", Host=None), 400, "no Host")
        same(view.send("GET /doc/crate.gltf HTTP/1.0\r\nCookie: %s\r\n\r\n" % view.cookie)[0], 403, "HTTP 1.0")
        for origin in ("http://" + own, "http://localhost:%d" % view.port):
            same(view.status("/doc/crate.gltf", Origin=origin), 200, "Origin: %s" % origin)
        for origin in ("http://example.com", "null", "https://" + own, "http://127.0.0.1", "http://127.0.0.1:%d" % other,
                       own, "http://%s/" % own, ["http://" + own, "http://example.com"]):
            same(view.status("/doc/crate.gltf", Origin=origin), 403, "Origin: %s" % origin)
        same(view.send("GET http://example.com/doc/crate.gltf HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n"
                       % (own, view.cookie))[0], 400, "a URL in place of a path")


def nothing_is_answered_without_the_token():
    with server() as view:
        name, secret = view.cookie.split("=")
        check(re.fullmatch(r"tumble-%d=[0-9a-f]{32}; Path=/; SameSite=Strict; HttpOnly" % view.port,
                           view.welcome["Set-Cookie"]), view.welcome["Set-Cookie"])
        check(view.token not in view.welcome["Set-Cookie"], "the cookie is the token")
        same(view.welcome["Location"], "/?file=doc/crate.gltf", "the page")
        near = [text[:-1] + chr(ord(text[-1]) ^ 1) for text in (secret, view.token)]  # One bit.
        wrong = "0" * 31 + ("1" if secret[-1] != "1" else "2")
        for path in ("/", "/doc/crate.gltf", "/events", "/assets/a.js", "/nothing"):
            for cookie in (None, name + "=", "%s=%s" % (name, near[0]), "%s=%s" % (name, wrong), "%s=%s" % (name, view.token),
                           "%s=%s0" % (name, secret), "%s=%s" % (name, secret[:-1]), "tumble=%s" % secret):
                same(view.status(path, Cookie=cookie), 403, "%s with the cookie %s" % (path, cookie))
        for token in ("", wrong, near[1], view.token[:-1], view.token + "0", view.token.upper() + "%00", secret):
            same(view.status("/?token=" + token, Cookie=None), 403, "the token %s" % token)
        same(view.status("/doc/crate.gltf?token=" + view.token, Cookie=None), 403, "the token at another place")
        same(view.status("/?token=" + view.token, Cookie=None), 303, "the right token again")
        others = {secret, view.token}
        with server() as second:
            others |= {second.token, second.cookie.split("=")[1]}
        same(len(others), 4, "secrets of two servers")


def only_get_and_head_are_answered():
    with server() as view:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get", "BREW"):
            status, headers, _ = view.get("/doc/crate.gltf", method)
            same(status, 405, method)
            same(headers.get("Allow"), "GET, HEAD", "Allow after %s" % method)
        same(view.status("/doc/crate.gltf", "POST", Content_Length="1000000"), 405, "a POST that announces a body")
        same(view.get("/doc/crate.gltf")[2], DOCUMENT.encode(), "GET")
        status, headers, body = view.get("/doc/crate.gltf", "HEAD")
        same((status, headers["Content-Length"], body), (200, str(len(DOCUMENT)), b""), "HEAD")
        same(view.get("/events", "HEAD")[0::2], (200, b""), "HEAD of the events")
        # Two requests of one connection.
        with view.connect() as connection:
            for _ in range(2):
                connection.sendall(view.ask("/doc/crate.gltf").encode())
                same(answer_of(connection, "GET")[2], DOCUMENT.encode(), "GET again")


def every_reply_has_the_headers():
    with server() as view:
        replies = {
            200: view.get("/doc/crate.gltf"), 303: view.get("/?token=" + view.token), 400: view.get("/doc/%zz"),
            403: view.get("/doc/../secret.txt"), 404: view.get("/doc/none"), 405: view.get("/", "POST"),
        }
        pages = [Page(view) for _ in range(16)]
        replies[503] = view.get("/events")
        for page in pages:
            page.close()
        for expected, (status, headers, _) in replies.items():
            same(status, expected, "status")
            for name, value in HEADERS.items():
                same(headers.get(name), value, "%s of a reply %d" % (name, status))
            policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
            for name, value in POLICY.items():
                same(policy.get(name), value, "%s of a reply %d" % (name, status))
            check("Access-Control-Allow-Origin" not in headers, "another origin may read a reply %d" % status)


def paths_stay_inside_the_folder():
    with server() as view:
        inside = view.folder
        (inside / "deep").mkdir()
        (inside / "deep" / "wall.bin").write_bytes(b"wall")
        (inside / "a b%.bin").write_bytes(b"blank")
        (inside / "out").symlink_to("../secret.txt")
        (inside / "up").symlink_to("..")
        (inside / "in").symlink_to("deep/wall.bin")
        (inside / "loop").symlink_to("loop")
        os.mkfifo(inside / "pipe")
        good = {"crate.bin": b"1234", "deep/wall.bin": b"wall", "./deep//wall.bin": b"wall", "in": b"wall",
                "%64eep%2Fwall.bin": b"wall", "a%20b%25.bin": b"blank"}
        for path, content in good.items():
            same(view.get("/doc/" + path)[0::2], (200, content), path)
        for path in ("../secret.txt", "%2e%2e/secret.txt", "%2E%2E%2Fsecret.txt", "..%2fsecret.txt", ".%2e/secret.txt",
                     "deep/../../secret.txt", "deep/%2e%2e/%2e%2e/secret.txt", "..%5csecret.txt", "..\\secret.txt",
                     "%252e%252e/secret.txt", "%252e%252e%252fsecret.txt", "%c0%ae%c0%ae/secret.txt",
                     "%e0%80%ae%e0%80%ae/secret.txt", "%uff0e%uff0e/secret.txt", "..%00/secret.txt",
                     "crate.bin%00/../../secret.txt", "..;/secret.txt", "....//secret.txt", "/etc/hostname",
                     "//etc/hostname", "%2fetc%2fhostname", "file:///etc/hostname", "file:%2f%2f/etc/hostname",
                     str(view.outside) + "/secret.txt", "..%0a/secret.txt", "out", "up/secret.txt", "loop", "pipe",
                     "deep", "", ".", "..", "%", "%2", "%2x", "%" * 3000, "a/" * 2000, "%ff"):
            status, _, body = view.get("/doc/" + path)
            check(status in (400, 403, 404, 414, 431), "/doc/%.80s: status %d" % (path, status))
            check(b"secret\n" not in body and body != b"secret", "/doc/%.80s: the file outside" % path)
        # Other paths lead into the viewer's folder, which is not there.
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/doc/../../secret.txt",
                     "//127.0.0.1/secret.txt", "/etc/hostname"):
            check(view.status(path) in (400, 403, 404), path)


def of_a_file_at_most_a_gibibyte_is_served():
    with server() as view:
        gibibyte = 1 << 30
        for name, size in (("least.bin", gibibyte), ("more.bin", gibibyte + 1), ("large.bin", 2 * gibibyte)):
            with open(view.folder / name, "wb") as file:
                file.truncate(size)  # Sparse: no block of the disk.
        status, headers, _ = view.get("/doc/least.bin", "HEAD")
        same((status, headers["Content-Length"]), (200, str(gibibyte)), "a GiB")
        for name in ("more.bin", "large.bin"):
            status, _, body = view.get("/doc/" + name)
            same(status, 413, name)
            check(b"1073741824 bytes (1 GiB)" in body, body)
        memory = re.search(r"VmRSS:\s+(\d+) kB", pathlib.Path("/proc/%d/status" % view.process.pid).read_text())
        check(int(memory.group(1)) < 100000, "%s kB of memory" % memory.group(1))


def answers_within(connection, seconds):
    connection.settimeout(seconds)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except TimeoutError:
        return False


def the_33rd_connection_waits_for_its_turn():
    with server() as view:
        many = [view.connect() for _ in range(32)]
        for connection in many:
            # All but the last line, so that each connection is known to be served.
            connection.sendall(view.ask("/doc/crate.gltf").encode()[:-2])
        last = view.connect()
        last.sendall(view.ask("/doc/crate.gltf").encode())
        check(not answers_within(last, 1), "the 33rd connection is answered beside 32 others")
        many[0].sendall(b"\r\n")
        same(answer_of(many[0], "GET")[2], DOCUMENT.encode(), "the first connection")
        many[0].close()
        last.settimeout(PATIENCE)
        same(answer_of(last, "GET")[2], DOCUMENT.encode(), "the 33rd connection")
        for connection in many + [last]:
            connection.close()
        same(view.status("/doc/crate.gltf"), 200, "after all of them")


def slow_clients_are_ended():
    with server() as view:
        # A byte now and then keeps a connection from being idle; 32 of them take every place.
        slow = [view.connect() for _ in range(32)]
        good = view.connect()
        good.sendall(view.ask("/doc/crate.gltf").encode())
        text = view.ask("/doc/crate.gltf", X_Slow="x" * 500).encode()
        ended, served = 0, False
        for i in range(60):
            for connection in slow:
                with contextlib.suppress(OSError):
                    connection.sendall(text[i:i + 1])
            served = served or answers_within(good, 0.5)
            if served:
                break
        check(served, "32 slow clients keep the server busy")
        same(answer_of(good, "GET")[2], DOCUMENT.encode(), "the good client")
        for connection in slow:
            connection.settimeout(PATIENCE)
            with contextlib.suppress(ConnectionResetError):
                same(connection.recv(1), b"", "the answer to half a request")
            ended += 1
        same(ended, 32, "slow clients")


class Page:
    """The events of a page."""

    def __init__(self, view, **headers):
        self.connection = view.connect()
        self.connection.sendall(view.ask("/events", **headers).encode())
        self.response = http.client.HTTPResponse(self.connection)
        self.response.begin()
        same((self.response.status, self.response.getheader("Content-Type")), (200, "text/event-stream"), "events")

    def next(self):
        """The next event as a dictionary; signs of life are left out."""
        event = {}
        while True:
            line = self.response.readline().decode().rstrip("\n")
            if line == "" and "event" in event:
                return event
            if line and not line.startswith((":", "retry")):
                key, value = line.split(": ", 1)
                event[key] = value

    def close(self):
        self.response.close()
        self.connection.close()


def pages_hear_of_changes():
    with server() as view:
        pages = [Page(view), Page(view)]
        document = view.folder / "crate.gltf"
        same(view.status("/doc/crate.bin"), 200, "a buffer")
        same(view.status("/doc/later.png"), 404, "a picture that is not there")

        def expect(name, number):
            for page in pages:
                same(page.next(), {"id": str(number), "event": "change", "data": name}, "event %d" % number)

        document.write_text(DOCUMENT + " ")
        expect("crate.gltf", 1)
        # As editors save: another file takes the name.
        (view.folder / "new").write_text(DOCUMENT)
        os.replace(view.folder / "new", document)
        expect("crate.gltf", 2)
        (view.folder / "crate.bin").write_bytes(b"5678")
        expect("crate.bin", 3)
        (view.folder / "later.png").write_bytes(b"PNG")
        expect("later.png", 4)
        os.remove(document)
        expect("crate.gltf", 5)
        # Ten writes in a row are one change; files that no page asked for are none.
        (view.folder / "other.txt").write_text("other")
        for i in range(10):
            document.write_text(DOCUMENT + " " * i)
        expect("crate.gltf", 6)
        (view.folder / "crate.bin").write_bytes(b"9")
        expect("crate.bin", 7)
        same(view.get("/doc/crate.bin")[2], b"9", "the new buffer")
        # A closed page takes its place along.
        for page in pages:
            page.close()
        more = [Page(view) for _ in range(14)]
        for page in more:
            page.close()


def pages_that_come_back_hear_what_they_missed():
    with server() as view:
        page = Page(view)
        (view.folder / "crate.gltf").write_text(DOCUMENT + " ")
        same(page.next()["id"], "1", "event")
        page.close()
        for known in ("0", "-1", "9", "x"):
            again = Page(view, Last_Event_ID=known)
            if known in ("0", "x"):
                same(again.next()["id"], "1", "Last-Event-ID: %s" % known)
            again.close()


def pages_leave_connections_for_files():
    with server() as view:
        pages = [Page(view) for _ in range(16)]
        same(view.status("/events"), 503, "the 17th page")
        same(view.status("/doc/crate.gltf"), 200, "a file beside all pages")
        pages.pop().close()
        status = 503
        while status == 503:  # Until the server notices.
            time.sleep(0.1)
            with view.connect() as connection:
                connection.sendall(view.ask("/events").encode())
                # A stream has no end: its head alone.
                response = http.client.HTTPResponse(connection)
                response.begin()
                status = response.status
        same(status, 200, "a page in the place of a closed one")
        for page in pages:
            page.close()


def the_viewer_is_served_or_its_absence_told():
    with server() as view:
        status, headers, body = view.get("/")
        # Without a viewer beside the program.
        if status == 503:
            same(headers["Content-Type"], "text/html; charset=utf-8", "type")
            check(b"The viewer is not installed" in body and b"--viewer DIR" in body, body)
        else:
            same(status, 200, "the page")
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder)
        (pages / "assets").mkdir()
        (pages / "index.html").write_text("<p>viewer")
        (pages / "assets" / "tumble.wasm").write_bytes(b"\0asm")
        (pages / "assets" / "view.js").write_text("export {}")
        (pages / "assets" / "out").symlink_to("/etc/hostname")
        with server("--viewer", folder) as view:
            for path, kind, content in (("/", "text/html; charset=utf-8", b"<p>viewer"),
                                        ("/?file=doc/crate.gltf&t=1", "text/html; charset=utf-8", b"<p>viewer"),
                                        ("/assets/tumble.wasm", "application/wasm", b"\0asm"),
                                        ("/assets/view.js", "text/javascript; charset=utf-8", b"export {}"),
                                        ("/doc/crate.gltf", "model/gltf+json", DOCUMENT.encode()),
                                        ("/doc/crate.bin", "application/octet-stream", b"1234")):
                status, headers, body = view.get(path)
                same((status, headers["Content-Type"], body), (200, kind, content), path)
            for path in ("/assets/../../secret.txt", "/assets/out", "/%2e%2e/secret.txt"):
                check(view.status(path) in (403, 404), path)


def wrong_use_is_told():
    def expect(code, text, *words):
        answer = subprocess.run([PROGRAM, "view", "--no-open", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, timeout=PATIENCE, check=False)
        same(answer.returncode, code, " ".join(words))
        check(text in answer.stderr, answer.stderr)
        same(answer.stdout, "", "output of %s" % " ".join(words))

    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "crate.gltf")
        pathlib.Path(file).write_text(DOCUMENT)
        expect(2, "no standard input", "-")
        expect(3, "no such file", os.path.join(folder, "none.gltf"))
        expect(3, "folder", folder)
        expect(3, "no viewer is there", "--viewer", folder, file)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            expect(3, "could not be opened: Address already in use", "--port", str(taken.getsockname()[1]), file)
            port = taken.getsockname()[1]
        running = Server(folder, "--no-open", "--port", str(port)).enter()
        same(running.port, port, "--port")
        running.end()
        same(running.outputs[0], "", "standard output after the address")
        # The address is not one of the machine's others.
        with contextlib.closing(socket.socket()) as other:
            same(other.connect_ex(("127.0.0.2", port)) == 0, False, "127.0.0.2")


# A browser: keeps the address that it was given, where the test finds it.
BROWSER = """#!/bin/sh
printf '%s' "$1" >NOTE.part && mv NOTE.part NOTE
"""


@contextlib.contextmanager
def browser(script=BROWSER):
    with tempfile.TemporaryDirectory() as folder:
        note = os.path.join(folder, "address")
        program = os.path.join(folder, "xdg-open")
        pathlib.Path(program).write_text(script.replace("NOTE", note))
        os.chmod(program, 0o755)
        running = Server(folder, environment={"PATH": folder + ":" + os.environ["PATH"]})
        running.note = pathlib.Path(note)
        try:
            yield running
        finally:
            running.process.kill()
            running.process.wait()


def open_in(running):
    while not running.note.exists() and running.process.poll() is None:
        time.sleep(0.02)
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", running.note.read_text())
    running.take(int(found.group(1)), found.group(2))


def the_server_ends_after_the_last_page():
    with browser() as view:
        open_in(view)
        first, second = Page(view), Page(view)
        first.close()
        began = time.monotonic()
        # A page that is loaded again leaves for a moment, and the server stays.
        second.close()
        time.sleep(5)
        third = Page(view)
        time.sleep(8)
        check(view.process.poll() is None, "the server ended while a page was open")
        third.close()
        outputs = view.process.communicate(timeout=PATIENCE)
        same(view.process.returncode, 0, "exit code")
        check(time.monotonic() - began > 20, "the server left after %.1f s" % (time.monotonic() - began))
        check("in the browser" in outputs[1] and view.token not in outputs[0] + outputs[1], outputs)


def an_address_for_the_browser_is_good_once():
    with browser() as view:
        open_in(view)
        same(view.status("/?token=" + view.token, Cookie=None), 403, "the address again")
        same(view.status("/doc/crate.gltf"), 200, "the cookie")
        same(view.end(), 0, "exit code")
    with browser("#!/bin/sh\nexit 3\n") as view:
        outputs = view.process.communicate(timeout=PATIENCE)
        same(view.process.returncode, 3, "exit code without a browser")
        check("no browser could be opened" in outputs[1] and "--no-open" in outputs[1], outputs)


def signals_end_the_server():
    for number, code in ((signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        with tempfile.TemporaryDirectory() as folder:
            running = Server(folder, "--no-open").enter()
            page = Page(running)
            half = running.connect()
            half.sendall(b"GET / HT")
            same(running.end(number), code, "exit code after signal %d" % number)
            page.close()
            half.close()


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.tumble)
    test = globals()[arguments.test]
    if test is not a_build_without_libmicrohttpd_says_so and library() is None:
        print("skipped: tumble is built without libmicrohttpd")
        sys.exit(SKIPPED)
    test()
    for sentence in failures:
        print(sentence)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
