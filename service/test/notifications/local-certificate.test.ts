import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import { mailServer } from "#src/notifications/outside/mail-server.ts";

const MAIL = {
  id: "1",

  recipient: "ada@example.com",
  language: "en",
  subject: "Tickets",
  text: "Text",
};

/** Starts a server with a certificate of its own. It refuses every recipient, over TLS alone. */
async function startSelfSigned() {
  const folder = mkdtempSync(join(tmpdir(), "self-signed-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=mail.internal"];
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "pipe" });
  const secureContext = createSecureContext({ key: readFileSync(key), cert: readFileSync(cert) });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.internal\r\n");
    socket.on("data", function greet(sent) {
      const isTls = sent.toString().startsWith("STARTTLS");
      socket.write(isTls ? "220 Go ahead\r\n" : "250-mail.internal\r\n250 STARTTLS\r\n");
      if (!isTls) return;
      socket.off("data", greet);
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on("error", () => {});
      createInterface({ input: secure }).on("line", (line) =>
        secure.write(line.startsWith("RCPT") ? "550 5.1.1 No such mailbox\r\n" : "250 OK\r\n"),
      );
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { port: Number(Object(server.address()).port), close: () => server.close() };
}

test("verifies the certificate of a mail server, except on this machine", async () => {
  const { port, close } = await startSelfSigned();
  for (const [isLoopback, reason] of [
    [true, /No such mailbox/],
    [false, /self-signed certificate/],
  ] as const) {
    const from = { name: "", address: "tickets@playhouse.example" };
    const settings = { host: "127.0.0.1", port, isLoopback, tls: "if_offered", from, bounce: from.address } as const;
    const client = mailServer(settings);
    const result = await client.send(MAIL);
    assert.match(result.result === "sent" ? "sent" : result.reason, reason);
    client.close();
  }
  close();
});
