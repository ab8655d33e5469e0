import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { makePassAuthority, PASS_TYPE } from "#e2e/tools/pass-authority.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { appleSigner } from "#lib/wallet/apple-signer.ts";
import { pushToPhones } from "./update-wallets.ts";

const authority = makePassAuthority();
const { folder, key, cert, ca } = await makeCertificates();
applySettings(authority.settings);

type Received = { readonly path: unknown; readonly topic: unknown; readonly body: string };
const received: Received[] = [];
const clients: string[] = [];
const server = createSecureServer({ key, cert, requestCert: true, rejectUnauthorized: false });
server.on("secureConnection", (socket) => clients.push(socket.getPeerX509Certificate()?.subject ?? ""));
server.on("stream", async (stream, headers) => {
  const body = (await stream.toArray()).join("");
  received.push({ path: headers[":path"], topic: headers["apns-topic"], body });
  stream.respond({ ":status": headers[":path"]?.endsWith("dead") ? 410 : 200 });
  stream.end();
});
server.listen(0);
await once(server, "listening");
const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
after(async () => {
  server.close();
  await Promise.all([rm(folder, { recursive: true }), rm(authority.folder, { recursive: true })]);
});

test("sends an empty notification for the pass type, with the certificate of the passes", async () => {
  const signer = await appleSigner();
  assert.ok(signer);
  const tokens = ["ab".repeat(32), `${"cd".repeat(30)}dead`, "../not-a-token"];
  assert.equal(await pushToPhones(tokens, signer, { origin, ca: await readFile(ca) }), 1, "one was refused");
  assert.deepEqual(
    received,
    tokens.slice(0, 2).map((token) => ({ path: `/3/device/${token}`, topic: PASS_TYPE, body: "{}" })),
  );
  assert.deepEqual(
    clients.map((subject) => subject.split("\n").includes(`UID=${PASS_TYPE}`)),
    [true],
  );
});

test("throws when the service cannot be reached", async () => {
  const signer = await appleSigner();
  assert.ok(signer);
  await assert.rejects(pushToPhones(["ab".repeat(32)], signer, { origin: "https://localhost:1" }));
});
