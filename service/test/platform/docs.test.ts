import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { openShop } from "#test/selling.ts";

const { app, close } = await openShop();
test.after(close);

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: "GET", url, headers });

for (const mount of ["/v2", "/api/v2"]) {
  test(`${mount}/docs answers without a credential, under a policy that allows its own origin alone`, async () => {
    const page = await get(`${mount}/docs`);
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers["content-type"]), /^text\/html/);
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    assert.match(policy, /frame-ancestors 'none'/);
  });

  test(`everything that ${mount}/docs loads is below it, and is there`, async () => {
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

test("the description behind the page names every call, and needs no credential", async () => {
  const { paths } = (await get("/v2/docs/openapi.json")).json();
  for (const { method, path } of CALLS) assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`);
});

test("the description of the interface itself still needs one", async () => {
  assert.equal((await get("/v2/openapi.json")).statusCode, 401);
});

test("the renderer is compressed for a browser that takes gzip", async () => {
  const plain = await get("/v2/docs/swagger-ui-bundle.js");
  const packed = await get("/v2/docs/swagger-ui-bundle.js", { "accept-encoding": "gzip, br" });
  assert.equal(packed.headers["content-encoding"], "gzip");
  assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2);
});

test("no address beside the page's own files leads out of it", async () => {
  for (const url of ["/v2/docs/../openapi.json", "/v2/docs/%2e%2e/openapi", "/v2/docs/package.json"])
    assert.notEqual((await get(url)).statusCode, 200, url);
});
