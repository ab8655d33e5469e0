import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { openShop } from "#test/selling.ts";

const { app, close } = await openShop();
test.after(close);

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: "GET", url, headers });

for (const mount of ["/v2", "/api/v2"]) {
  test(`serves ${mount}/docs without a credential, with a policy that allows only its own origin`, async () => {
    const page = await get(`${mount}/docs`);
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers["content-type"]), /^text\/html/);
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.match(policy, /frame-ancestors 'none'/);
  });

  test(`serves everything that ${mount}/docs loads, below its own path`, async () => {
    const { body } = await get(`${mount}/docs`);
    const addresses = [...body.matchAll(/(?:src|href|data-description)="([^"]+)"/g)].map(([, address = ""]) => address);
    const loaded = addresses.filter((address) => address !== "data:,");
    assert.ok(loaded.length >= 5, loaded.join(" "));
    for (const address of loaded) {
      assert.ok(address.startsWith(`${mount}/docs/`), address);
      const { statusCode, headers } = await get(address);
      assert.equal(statusCode, 200, address);
      assert.match(String(headers["content-type"]), /^(text\/css|text\/javascript|application\/json); charset=utf-8/);
    }
  });
}

test("serves the page's document with every call and without a credential", async () => {
  const { paths } = (await get("/v2/docs/openapi.json")).json();
  for (const { method, path } of CALLS) assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`);
});

test("requires a credential for /v2/openapi.json", async () => {
  assert.equal((await get("/v2/openapi.json")).statusCode, 401);
});

test("compresses the renderer for a browser that accepts gzip", async () => {
  const plain = await get("/v2/docs/swagger-ui-bundle.js");
  const packed = await get("/v2/docs/swagger-ui-bundle.js", { "accept-encoding": "gzip, br" });
  assert.equal(packed.headers["content-encoding"], "gzip");
  assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2);
});

test("answers 404 for other paths below the page", async () => {
  for (const url of ["/v2/docs/../openapi.json", "/v2/docs/%2e%2e/openapi", "/v2/docs/package.json"])
    assert.notEqual((await get(url)).statusCode, 200, url);
});
