import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type TestContext, test } from "node:test";
import "./around-requests.ts";
import { START_SCRIPTS } from "./late-scripts.ts";

const PARTS = [
  '<head><link rel="stylesheet" href="/brand.css" nonce="n1" data-precedence="brand"/>' +
    '<script src="/_next/static/chunks/a.js" async="" nonce="n1"></script></head><p>Müller',
  '’s</p><script src="/_next/static/chunks/b.js" nonce="n1" async=""></script>',
];

test("a search that is entered from elsewhere has its stylesheets inside and late scripts", async (context) => {
  const { headers, body } = await ask(context, "/en/search?q=a", { "sec-fetch-site": "none" });
  assert.match(body, /^<head><style>[^<]+<\/style><link [^>]*media="not all"\/>/);
  assert.match(body, /<script type="late" src="\/_next\/static\/chunks\/a\.js" async="" nonce="n1">/);
  assert.match(body, /<p>Müller’s<\/p><script type="late" src="\/_next\/static\/chunks\/b\.js"/);
  assert.ok(body.includes(`<script nonce="n1">${START_SCRIPTS}</script></head>`));
  assert.equal(headers.link, undefined, "nothing is preloaded");
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /^script-src 'self' 'nonce-n1'; style-src 'self' 'sha256-[^']+'$/);
});

for (const [what, path, sent] of [
  ["a search from a page of the shop", "/en/search", { "sec-fetch-site": "same-origin" }],
  ["data of a search", "/en/search", { rsc: "1" }],
  ["another page", "/en/checkout", {}],
] as const)
  test(`${what} is sent as it is`, async (context) => {
    const { headers, body } = await ask(context, path, sent);
    assert.equal(body, PARTS.join(""));
    assert.equal(headers.link, "</f.woff2>; rel=preload; as=font");
    assert.equal(headers["content-security-policy"], "script-src 'self' 'nonce-n1'; style-src 'self'");
  });

/** Asks a server that writes a page in parts, of which one ends within a letter, through a layer like the framework's compressor. */
async function ask(context: TestContext, path: string, sent: Readonly<Record<string, string>>) {
  const server = createServer((_incoming, response) => {
    const inner = response.write;
    response.write = ((part: Uint8Array) => Reflect.apply(inner, response, [part])) as typeof response.write;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Link", "</f.woff2>; rel=preload; as=font");
    response.setHeader("Content-Security-Policy", "script-src 'self' 'nonce-n1'; style-src 'self'");
    const whole = new TextEncoder().encode(PARTS.join(""));
    const middle = new TextEncoder().encode(PARTS[0]).length + 1;
    response.flushHeaders();
    response.write(whole.subarray(0, middle));
    response.write(whole.subarray(middle));
    response.end();
  }).listen(0, "localhost");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const outgoing = request({ host: "localhost", port: address.port, agent: false, path, headers: sent });
  outgoing.end();
  const [answer]: [IncomingMessage] = (await once(outgoing, "response")) as [IncomingMessage];
  return { headers: answer.headers, body: Buffer.concat(await Array.fromAsync(answer)).toString() };
}
