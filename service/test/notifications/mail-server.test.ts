import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import { makeCertificates } from "#setup/certificates.ts";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { type Caught, startMailCatcher } from "#test/programs.ts";

const MAIL = { id: "1", recipient: "ada@example.com", language: "en", subject: "Tickets", text: "Text" };
const catcher = await startMailCatcher();
after(() => {
  catcher.server.close();
  catcher.stop();
});

function newKey(selector: string) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { publicKey, dkim: { domain: "playhouse.example", selector, privateKey } };
}

/** Returns the selector whose published key verifies the signature of the headers (RFC 6376, relaxed). */
function verifiedSelector({ headers }: Caught, published: Readonly<Record<string, string>>): string | undefined {
  const signature = headers["dkim-signature"] ?? "";
  const tag = (name: string) => new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, "") ?? "";
  const relaxed = (name: string, value: string) => `${name}:${value.replace(/\s+/g, " ").trim()}`;
  const names = tag("h").toLowerCase().split(":");
  const signed = names.flatMap((name) => (headers[name] === undefined ? [] : [relaxed(name, headers[name])]));
  const unsigned = relaxed("dkim-signature", signature.replace(/((?:^|;)\s*b=)[^;]*/, "$1"));
  const key = published[tag("s")];
  if (key === undefined) return undefined;
  const bytes = Buffer.from([...signed, unsigned].join("\r\n"));
  return verify("sha256", bytes, key, Buffer.from(tag("b"), "base64")) ? tag("s") : undefined;
}

test("signs with the DKIM key of its domain", async () => {
  const [ours, another] = [newKey("autumn"), newKey("autumn")];
  const server = mailServer({ ...catcher.settings, dkim: ours.dkim });
  assert.equal((await server.send({ ...MAIL, recipient: "signed@example.com" })).result, "sent");
  server.close();
  const [message] = await catcher.messages("signed@example.com");
  assert.ok(message);
  assert.equal(verifiedSelector(message, { autumn: ours.publicKey }), "autumn");
  assert.equal(verifiedSelector(message, { autumn: another.publicKey }), undefined, "the control: another key");
});

/** Starts a server with a certificate of its own. It refuses every recipient, over TLS alone. */
async function startSelfSigned() {
  const folder = mkdtempSync(join(tmpdir(), "self-signed-"));
  await makeCertificates(folder, new Date());
  const read = (file: string) => readFileSync(join(folder, file));
  const secureContext = createSecureContext({ key: read("server-key.pem"), cert: read("server.pem") });
  rmSync(folder, { recursive: true });
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
    [false, /certificate/],
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
