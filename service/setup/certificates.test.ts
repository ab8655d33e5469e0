import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#setup/certificates.ts";

const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

test("certifies localhost and 127.0.0.1 and no other name", async () => {
  const folder = temporary();
  await makeCertificates(folder, NOW);
  const server = createServer({ cert: read(folder, "server.pem"), key: read(folder, "server-key.pem") }, (_, answer) =>
    answer.end("here"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;

  assert.equal(await status(port, "localhost", read(folder, "ca.pem")), 200);
  assert.equal(await status(port, undefined, read(folder, "ca.pem")), 200);
  await assert.rejects(status(port, "elsewhere.example", read(folder, "ca.pem")), {
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
  await assert.rejects(status(port, "localhost", undefined), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
});

test("keeps valid certificates, and renews the server's with the same authority", async () => {
  const folder = temporary();
  assert.equal(await makeCertificates(folder, NOW), "renewed");
  const [authority, first] = [read(folder, "ca.pem"), read(folder, "server.pem")];

  assert.equal(await makeCertificates(folder, inDays(366)), "kept");
  assert.equal(await makeCertificates(folder, inDays(368)), "renewed");
  assert.equal(read(folder, "ca.pem"), authority);
  assert.notEqual(read(folder, "server.pem"), first);
});

test("replaces an authority near its expiry, with the certificates it signed", async () => {
  const folder = temporary();
  await makeCertificates(folder, NOW);
  const authority = read(folder, "ca.pem");
  assert.equal(await makeCertificates(folder, inDays(3_625)), "renewed");
  assert.notEqual(read(folder, "ca.pem"), authority);
});

test("makes the keys readable by their owner only", async () => {
  const folder = temporary();
  await makeCertificates(folder, NOW);
  for (const key of ["ca-key.pem", "server-key.pem"]) assert.equal(statSync(join(folder, key)).mode & 0o777, 0o600);
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "foyer-tls-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** Returns the status of a request. Without a name the certificate must be valid for the address. */
function status(port: number, name: string | undefined, ca: string | undefined): Promise<number | undefined> {
  const asked = { ...(name !== undefined && { servername: name, headers: { host: name } }), ...(ca && { ca }) };
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, agent: false, ...asked }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
}
