import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeCertificates } from "#test/tools/certificates.ts";
import { startEdge } from "#test/tools/edge.ts";
import { startForwardProxy } from "#test/tools/forward-proxy.ts";
import { contextOptions, isElsewhere, withCertificate } from "./browser-network.ts";
import { examine, reportOf } from "./doctor.ts";
import { environment } from "./env.ts";
import { readEnvironment } from "./handshake.ts";
import { verifiedCertificateOf } from "./network.ts";
import { openStorefront } from "./storefront.ts";
import { timeoutsOf } from "./timeouts.ts";

const BASIC = { E2E_BASIC_USER: "uat", E2E_BASIC_PASSWORD: "open: sesame" };

/** A storefront that remembers the headers of its last request, behind an edge with a private authority and HTTP Basic. */
let received: Readonly<Record<string, unknown>> = {};
const storefront = createServer(({ headers }, response) => {
  received = headers;
  response.end(JSON.stringify({ environment: "uat", payments: "fake" }));
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const target = `http://localhost:${(storefront.address() as AddressInfo).port}`;
const [certificates, foreign] = await Promise.all([makeCertificates(), makeCertificates()]);
const edge = await startEdge({ target, ...certificates, login: "uat:open: sesame" });
const [proxy, closedProxy] = await Promise.all([
  startForwardProxy({ login: "qa:p@ss" }),
  startForwardProxy({ login: "other:other" }),
]);
const E2E_PROXY = proxy.url.replace("//", "//qa:p%40ss@");
after(() => {
  for (const server of [edge, proxy, closedProxy, storefront]) server.close();
  for (const { folder } of [certificates, foreign]) rmSync(folder, { recursive: true, force: true });
});

const BEHIND_EDGE = { E2E_ADDRESS: edge.url, E2E_CA: certificates.ca, ...BASIC };
const settings = (changes: Readonly<Record<string, string>> = {}) => environment({ ...BEHIND_EDGE, ...changes });

test("reaches a storefront with a private authority and HTTP Basic", async () => {
  assert.equal(await readEnvironment(settings()), "uat, payments fake");
  assert.match(String(received["x-forwarded-for"]), /^(127\.0\.0\.1|::1)$/);
});

test("reaches it through a proxy with a credential, and every call passes through it", async () => {
  const before = proxy.connections.length;
  assert.equal(await readEnvironment(settings({ E2E_PROXY })), "uat, payments fake");
  assert.notEqual(await verifiedCertificateOf(settings({ E2E_PROXY })), undefined);
  assert.deepEqual(proxy.connections.slice(before), Array(2).fill(new URL(edge.url).host));
  assert.equal(received["proxy-authorization"], undefined);
});

test("sends the credential of HTTP Basic to the storefront alone, and follows no redirect", async () => {
  const elsewhere = createServer(({ headers }, response) => {
    received = headers;
    response.writeHead(302, { location: edge.url }).end();
  });
  elsewhere.listen(0, "localhost");
  await once(elsewhere, "listening");
  const address = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  assert.equal((await openStorefront(environment({ E2E_ADDRESS: address })).fetch("/")).status, 302);
  assert.equal(received.authorization, undefined);
  elsewhere.close();
  assert.partialDeepStrictEqual(contextOptions(settings()).httpCredentials, { origin: edge.url, send: "always" });
});

const FAILURES: readonly (readonly [what: string, changes: Readonly<Record<string, string>>, line: RegExp])[] = [
  [
    "a private authority that is not named",
    { E2E_CA: "" },
    /^E2E_CA: no authority that this machine trusts signed .*; name the PEM file/,
  ],
  [
    "a certificate of another authority",
    { E2E_CA: foreign.ca },
    /^E2E_CA: no authority that this machine trusts, and none in .*, signed/,
  ],
  ["a file that is not there", { E2E_CA: "/nowhere/ca.pem" }, /^E2E_CA: \/nowhere\/ca\.pem does not exist/],
  ["a file without a certificate", { E2E_CA: join(certificates.folder, "ca-key.pem") }, /^E2E_CA: .* no certificate/],
  [
    "a login that is not set",
    { E2E_BASIC_USER: "", E2E_BASIC_PASSWORD: "" },
    /^E2E_BASIC_USER: set it and E2E_BASIC_P/,
  ],
  ["half a login", { E2E_BASIC_PASSWORD: "" }, /^E2E_BASIC_PASSWORD: set it too/],
  ["a wrong password", { E2E_BASIC_PASSWORD: "wrong" }, /^E2E_BASIC_PASSWORD: HTTP Basic refuses uat/],
  ["a proxy without its credential", { E2E_PROXY: proxy.url }, /^E2E_PROXY: .* correct the proxy's address and cred/],
  [
    "a proxy that refuses",
    { E2E_PROXY: E2E_PROXY.replace(proxy.url.slice(-5), closedProxy.url.slice(-5)) },
    /^E2E_PROXY/,
  ],
  [
    "a host that the certificate does not name",
    { E2E_ADDRESS: edge.url.replace("localhost", "127.0.0.2") },
    /^E2E_ADDR/,
  ],
];

for (const [what, changes, line] of FAILURES) {
  test(`P59: names the setting for ${what}, and shows no secret`, async () => {
    const error = await readEnvironment(settings(changes)).catch((thrown: Error) => thrown);
    assert.ok(error instanceof Error);
    assert.match(error.message, line);
    assert.doesNotMatch(error.message, /sesame|p@ss|p%40ss|wrong/);
  });
}

test("the browser accepts the verified certificate alone, and no certificate that was not verified", async () => {
  const certificate = await verifiedCertificateOf(settings());
  assert.match(certificate?.publicKeyHash ?? "", /^[\w+/]{43}=$/);
  const { args = [] } = withCertificate({ args: ["--one"] }, { browserName: "chromium", certificate });
  assert.deepEqual(args, ["--one", `--ignore-certificate-errors-spki-list=${certificate?.publicKeyHash}`]);
  await assert.rejects(verifiedCertificateOf(settings({ E2E_CA: foreign.ca })), /E2E_CA/);
});

test("an engine that ignores certificate errors reaches no other host by https", async () => {
  const certificate = await verifiedCertificateOf(settings());
  assert.ok(certificate);
  assert.equal(isElsewhere(new URL(`${edge.url}/en`), certificate), false);
  assert.equal(isElsewhere(new URL("https://localhost/en"), certificate), true);
  assert.equal(isElsewhere(new URL("http://127.0.0.1:1/"), certificate), false);
});

test("the browser's proxy has the credential apart from the address, and leaves pages of this machine out", () => {
  const { proxy: own } = contextOptions(environment({ E2E_ADDRESS: "https://uat.example", E2E_PROXY }));
  assert.deepEqual(own, {
    server: proxy.url,
    username: "qa",
    password: "p@ss",
    bypass: "localhost,*.localhost,127.0.0.1,[::1]",
  });
});

test("the doctor reports proxy, authority and login, and what is wrong with one of them alone", async () => {
  const { lines } = reportOf(await examine(settings({ E2E_PROXY, E2E_BROWSER: process.execPath })));
  const text = lines.join("\n");
  assert.match(text, new RegExp(`ok {2}Proxy {8}${proxy.url}, as qa, password set`));
  assert.match(text, /ok {2}Certificate {2}.*ca\.pem signed it/);
  assert.match(text, /ok {2}HTTP Basic {3}uat, password set \(12 characters\)/);
  assert.doesNotMatch(text, /sesame|p@ss|p%40ss/);

  const wrong = reportOf(await examine(settings({ E2E_CA: foreign.ca, E2E_BROWSER: process.execPath })));
  assert.deepEqual(
    wrong.lines.filter((line) => line.startsWith("  NO")).map((line) => line.slice(0, 24)),
    ["  NO  Certificate  E2E_C"],
  );
});

test("multiplies every timeout by E2E_TIMEOUT_FACTOR", () => {
  const [usual, slow] = [timeoutsOf(settings()), timeoutsOf(settings({ E2E_TIMEOUT_FACTOR: "3" }))];
  for (const name of Object.keys(usual) as (keyof typeof usual)[]) assert.equal(slow[name], usual[name] * 3);
});
