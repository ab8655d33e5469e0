import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readSettings } from "#src/settings.ts";

const REAL = {
  FOYER_ENVIRONMENT: "sandbox",
  FOYER_DATA: "/var/lib/tickets",
  DATABASE_URL: "postgres://shop:word@db.example/tickets",
  PROCESSOR_SECRET: "9c1f4be07d2a86e3550bd91c7fa2e648",
  CARD_KEY: "Zk3qWm9R1yTuB7cXp0sNvE5hJ2dLgA8fQoI6rKtYw4M",
};
const PEM = { type: "pkcs8", format: "pem" } as const;
const SPKI = { type: "spki", format: "pem" } as const;
const FROM = { MAIL_FROM: "The Playhouse <tickets@Playhouse.example>" };

function mailOf(changes: Readonly<Record<string, string>>) {
  const settings = readSettings({ ...REAL, ...changes });
  assert.ok(typeof settings === "object", String(settings));
  return settings.mail;
}

test("sends no mail without SMTP_URL", () => {
  assert.deepEqual(mailOf({}), { rendererOrigins: new Set() });
});

for (const [SMTP_URL, host, port, tls] of [
  ["smtps://mail.example", "mail.example", 465, "from_the_start"],
  ["smtp://mail.example", "mail.example", 587, "required"],
  ["smtp://mail.example:2525", "mail.example", 2525, "required"],
  ["smtp://127.0.0.1:4004", "127.0.0.1", 4004, "if_offered"],
  ["smtp://localhost.mail.example", "localhost.mail.example", 587, "required"],
] as const) {
  test(`${SMTP_URL} is sent to with TLS ${tls}`, () => {
    const { server } = mailOf({ SMTP_URL, ...FROM });
    assert.deepEqual([server?.host, server?.port, server?.tls], [host, port, tls]);
  });
}

test("reads the login, the sender, the bounce address and the DKIM key", () => {
  const file = join(mkdtempSync(join(tmpdir(), "dkim-")), "key.pem");
  const { privateKey } = generateKeyPairSync("ed25519", { privateKeyEncoding: PEM, publicKeyEncoding: SPKI });
  writeFileSync(file, privateKey);
  const dkim = { DKIM_SELECTOR: "2026", DKIM_KEY_FILE: file };
  const { server } = mailOf({ SMTP_URL: "smtps://user%40a:w%2Frd@mail.example", ...FROM, ...dkim });
  assert.deepEqual(server?.login, { user: "user@a", password: "w/rd" });
  assert.deepEqual(server?.from, { name: "The Playhouse", address: "tickets@playhouse.example" });
  assert.equal(server?.bounce, "tickets@playhouse.example");
  assert.deepEqual(server?.dkim, { domain: "playhouse.example", selector: "2026", privateKey });
  const other = mailOf({ SMTP_URL: "smtps://mail.example", ...FROM, MAIL_BOUNCE: "bounces@playhouse.example" });
  assert.equal(other.server?.bounce, "bounces@playhouse.example");
});

test("reads where to connect to for the storefronts, and their private authority", () => {
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const MESSAGE_CA = join(folder, "ca.pem");
  const files = ["-keyout", join(folder, "key.pem"), "-out", MESSAGE_CA];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=An authority", ...files], {
    stdio: "pipe",
  });
  const { connectTo, ca } = mailOf({ MESSAGE_CONNECT_TO: "[::1]:443", MESSAGE_CA });
  assert.deepEqual(connectTo, { host: "::1", port: 443 });
  assert.equal(ca, readFileSync(MESSAGE_CA, "utf8"));
});

for (const [changes, line] of [
  [{ MESSAGE_CONNECT_TO: "10.0.0.5" }, /^MESSAGE_CONNECT_TO: must be an address and a port/],
  [{ MESSAGE_CA: "/no/such/file" }, /^MESSAGE_CA: cannot be read as a certificate/],
  [{ MESSAGE_CA: import.meta.filename }, /^MESSAGE_CA: cannot be read as a certificate/],
  [{ SMTP_URL: "smtps://mail.example" }, /^MAIL_FROM: must be set with SMTP_URL/],
  [{ SMTP_URL: "https://mail.example" }, /^SMTP_URL: must be an address/],
  [{ SMTP_URL: "smtp://user:w@rd@mail.example" }, /^SMTP_URL: /],
  [{ SMTP_URL: "smtps://user:50%off@mail.example" }, /^SMTP_URL: .*% .*%25/],
  [{ SMTP_URL: "smtp://mail.example?secure=false" }, /^SMTP_URL: /],
  [{ MAIL_FROM: "The Playhouse" }, /^MAIL_FROM: must be an email address/],
  [{ MAIL_BOUNCE: "a@b.example, c@d.example" }, /^MAIL_BOUNCE: must be an email address/],
  [{ SMTP_URL: "smtps://mail.example", ...FROM, DKIM_SELECTOR: "2026" }, /^DKIM_SELECTOR, .*both, or none/],
  [{ MESSAGE_ORIGINS: "https://tickets.example/" }, /^MESSAGE_ORIGINS: must be origins/],
  [{ MESSAGE_ORIGINS: "http://tickets.example" }, /^MESSAGE_ORIGINS: .*set its https: origin/],
] as const) {
  test(`refuses ${JSON.stringify(changes)} by the setting's name`, () => {
    assert.match(String(readSettings({ ...REAL, ...changes })), line);
  });
}

test("refuses a DKIM key that is none by the setting's name", () => {
  const file = join(mkdtempSync(join(tmpdir(), "dkim-")), "key.pem");
  writeFileSync(file, "a key");
  const dkim = { DKIM_SELECTOR: "2026", DKIM_KEY_FILE: file };
  const settings = readSettings({ ...REAL, SMTP_URL: "smtps://mail.example", ...FROM, ...dkim });
  assert.match(String(settings), /^DKIM_KEY_FILE: must contain a private key/);
});

test("verifies the certificate of every server but one on this machine", () => {
  const isLoopback = (SMTP_URL: string) => mailOf({ SMTP_URL, ...FROM }).server?.isLoopback;
  assert.deepEqual(
    ["smtp://127.0.0.1", "smtps://localhost", "smtp://mail.example", "smtps://localhost.mail.example"].map(isLoopback),
    [true, true, false, false],
  );
});

test("renders by the origins of MESSAGE_ORIGINS alone", () => {
  const { rendererOrigins } = mailOf({ MESSAGE_ORIGINS: "https://tickets.example, http://localhost:4000" });
  assert.deepEqual([...rendererOrigins], ["https://tickets.example", "http://localhost:4000"]);
});
