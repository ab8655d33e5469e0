import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { testDatabase } from "#test/cluster.ts";
import { type Caught, startMailCatcher } from "#test/mail-catcher.ts";
import { messageOf, messageWorld, openMessages, tryOnce } from "./message-stage.ts";

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

test("the DKIM key is replaced while mail waits: each message is sent once, and verifies under a published key", async (context) => {
  const [{ db, drop }, catcher] = await Promise.all([testDatabase(), startMailCatcher()]);
  const [old, fresh] = [newKey("autumn"), newKey("winter")];
  const published = { autumn: old.publicKey, winter: fresh.publicKey };
  const before = mailServer({ ...catcher.settings, dkim: old.dkim });
  const after = mailServer({ ...catcher.settings, dkim: fresh.dkim });
  context.after(async () => {
    for (const server of [before, after, catcher.server]) server.close();
    catcher.stop();
    await drop();
  });
  const { queue } = await openMessages(db);
  const [sent, waiting] = [await queue("sent@example.com"), await queue("waiting@example.com")];
  await catcher.behave("refuse4xx", "waiting@example.com");
  assert.equal(await tryOnce(messageWorld(db, before), sent), "settled");
  assert.equal(await tryOnce(messageWorld(db, before), waiting), "again");
  before.close();

  await catcher.behave("accept", "waiting@example.com");
  assert.equal(await tryOnce(messageWorld(db, after), waiting), "settled");
  assert.equal((await messageOf(db, waiting))?.state, "SENT");
  for (const [recipient, selector] of [
    ["sent@example.com", "autumn"],
    ["waiting@example.com", "winter"],
  ] as const) {
    const [message, ...more] = await catcher.messages(recipient);
    assert.ok(message);
    assert.equal(more.length, 0);
    assert.equal(verifiedSelector(message, published), selector);
    const exchanged = { autumn: fresh.publicKey, winter: old.publicKey };
    assert.equal(verifiedSelector(message, exchanged), undefined, "control: another key does not verify it");
  }
});

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
