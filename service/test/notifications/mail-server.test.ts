import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, type TestContext, test } from "node:test";
import {
  createSecureContext,
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from "node:tls";
import { makeCertificates } from "#setup/certificates.ts";
import { type MailServerSettings, mailServer } from "#src/notifications/outside/mail-server.ts";
import { type Caught, freePort, startMailCatcher } from "#test/programs.ts";
import { UNKNOWN_HOST } from "#test/unknown-host.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
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

test("the sender's name and the address for replies are those of the account, and add no header, whatever they contain", async () => {
  const names = [
    "Harbour, Theatres",
    'Ada "A" <eve@evil.example>',
    "Ada\r\nBcc: eve@evil.example",
    "Ada\u0000\n\tX",
    "Śrí, 劇場",
  ];
  for (const [at, senderName] of names.entries()) {
    const recipient = `sender${at}@example.com`;
    const replyTo = "office@example.com";
    assert.equal((await catcher.server.send({ ...MAIL, recipient, senderName, replyTo })).result, "sent");
    const [message] = await catcher.messages(recipient);
    assert.match(message?.from ?? "", /<tickets@playhouse\.example>$/, senderName);
    assert.match(message?.headers.from ?? "", /^[^\n]*<tickets@playhouse\.example>$/, senderName);
    assert.equal(message?.headers["reply-to"], replyTo);
    assert.deepEqual([message?.to, message?.headers.bcc, message?.headers.cc], [[recipient], undefined, undefined]);
  }
  assert.equal((await catcher.messages("eve@evil.example")).length, 0);
  for (const replyTo of ["a@example.com, eve@evil.example", "a@example.com\r\nBcc: eve@evil.example"]) {
    await catcher.server.send({ ...MAIL, recipient: "replies@example.com", replyTo });
    const message = (await catcher.messages("replies@example.com")).at(-1);
    assert.equal(message?.headers.bcc, undefined);
    assert.deepEqual(message?.to, ["replies@example.com"]);
  }
  assert.equal((await catcher.messages("eve@evil.example")).length, 0);
});

/** Starts a server for localhost with a certificate that was made at this time. It refuses every recipient, over TLS alone. */
async function startTls(t: TestContext, madeAt: Date, isFromTheStart = false) {
  const folder = mkdtempSync(join(tmpdir(), "self-signed-"));
  await makeCertificates(folder, madeAt);
  const read = (file: string) => readFileSync(join(folder, file));
  const secure = { key: read("server-key.pem"), cert: read("server.pem") };
  const ca = read("ca.pem").toString();
  rmSync(folder, { recursive: true });
  const talk = (socket: Socket) => {
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) =>
      socket.write(line.startsWith("RCPT") ? "550 5.1.1 No such mailbox\r\n" : "250 OK\r\n"),
    );
  };
  const greet = (socket: Socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.internal\r\n");
  };
  const withStartTls = (socket: Socket) => {
    greet(socket);
    socket.on("data", function greeted(sent) {
      const isTls = sent.toString().startsWith("STARTTLS");
      socket.write(isTls ? "220 Go ahead\r\n" : "250-mail.internal\r\n250 STARTTLS\r\n");
      if (!isTls) return;
      socket.off("data", greeted);
      talk(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(secure) }));
    });
  };
  const server = isFromTheStart
    ? createTlsServer(secure, (socket) => {
        greet(socket);
        talk(socket);
      })
    : createServer(withStartTls);
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  return { port: Number(Object(server.address()).port), ca };
}

const FROM = { name: "", address: "tickets@playhouse.example" };

/** Sends a message to this server as to one on another machine, and returns what came of it. */
async function sendTo(
  t: TestContext,
  server: Pick<MailServerSettings, "host" | "port" | "tls"> & { isLoopback?: boolean },
) {
  const client = mailServer({ isLoopback: false, from: FROM, bounce: FROM.address, ...server });
  t.after(client.close);
  return client.send(MAIL);
}

test("verifies the certificate of a mail server, except on this machine", async (t) => {
  const { port } = await startTls(t, new Date());
  const server = { host: "127.0.0.1", port, tls: "if_offered" } as const;
  const here = await sendTo(t, { ...server, isLoopback: true });
  assert.match(here.result === "refused" ? here.reason : here.result, /No such mailbox/);
  const elsewhere = await sendTo(t, server);
  assert.ok(
    elsewhere.result === "away" && elsewhere.cause === "authority of the certificate not trusted",
    JSON.stringify(elsewhere),
  );
});

for (const tls of ["from_the_start", "required"] as const)
  test(`a certificate that has expired is the cause, with TLS ${tls}`, async (t) => {
    const made = new Date(Date.now() - 400 * DAY_MS);
    const { port, ca } = await startTls(t, made, tls === "from_the_start");
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, ca]);
    t.after(() => setDefaultCACertificates(trusted));
    const { reason, ...rest } = Object(await sendTo(t, { host: "localhost", port, tls }));
    assert.deepEqual(rest, { result: "away", cause: "certificate expired" });
    assert.equal(reason, "The mail server: certificate expired (certificate has expired)");
  });

for (const [what, host, cause] of [
  ["a name that is not there", UNKNOWN_HOST, "name not found"],
  ["a port at which nothing listens", "127.0.0.1", "connection refused"],
] as const)
  test(`${what} is the cause`, async (t) => {
    const sent = await sendTo(t, { host, port: await freePort(), tls: "required" });
    assert.deepEqual({ ...sent, reason: undefined }, { result: "away", cause, reason: undefined });
    assert.match(Object(sent).reason, new RegExp(`^The mail server: ${cause} \\(`));
  });

test("a server that breaks the connection of every message is away, and the cause is said once", async (t) => {
  const server = mailServer(catcher.settings);
  t.after(server.close);
  const sent = [];
  for (const id of ["breaks1", "breaks2"]) {
    const recipient = `${id}@example.com`;
    await catcher.behave("drop", recipient);
    const { result, reason } = Object(await server.send({ ...MAIL, id, recipient }));
    assert.match(reason, /^The mail server: connection broken \((?!The)/);
    sent.push(result);
  }
  assert.deepEqual(sent, ["failed", "away"]);
});

test("a login that is refused is the cause", async (t) => {
  const { cause, result } = Object(
    await new Promise((resolve) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.write("220 mail.internal\r\n");
        createInterface({ input: socket }).on("line", (line) =>
          socket.write(line.startsWith("EHLO") ? "250-mail.internal\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 Bad login\r\n"),
        );
      });
      t.after(() => server.close());
      server.listen(0, "127.0.0.1", () => {
        const login = { user: "shop", password: "wrong" };
        const port = Number(Object(server.address()).port);
        const settings = { host: "127.0.0.1", port, tls: "if_offered", login, isLoopback: true } as const;
        resolve(sendTo(t, settings));
      });
    }),
  );
  assert.deepEqual([result, cause], ["away", "credential refused"]);
});
