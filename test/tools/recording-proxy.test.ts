import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import type { Needle } from "#test/tools/needles.ts";
import { startRecordingProxy } from "#test/tools/recording-proxy.ts";

const SECRET = "s3cret-of-the-shop";
const SCRIPT = "console.log('the same script on every page');";

const storefront = createServer(({ url = "" }, response) => {
  if (url === "/header") response.setHeader("x-key", SECRET);
  response.end(url === "/leak" ? SECRET : SCRIPT);
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const proxy = await startRecordingProxy(`http://localhost:${(storefront.address() as AddressInfo).port}`);
after(() => {
  proxy.close();
  storefront.closeAllConnections();
  storefront.close();
});

async function answersOf(...paths: readonly string[]): Promise<void> {
  proxy.recorded.splice(0);
  for (const path of paths) await (await fetch(proxy.url + path)).text();
}

test("searches a body without a leak once, and the headers of each answer", async () => {
  const searched: string[] = [];
  const secret: Needle = {
    name: "secret",
    isIn: (bytes) => {
      searched.push(bytes.toString());
      return bytes.includes(SECRET);
    },
  };
  const needles = [secret];
  await answersOf("/script", "/script?again", "/header");
  assert.deepEqual(proxy.leaks(needles), [{ where: "GET /header → 200, headers", needle: "secret" }]);
  assert.equal(searched.filter((text) => text === SCRIPT).length, 1);

  await answersOf("/script");
  const other: Needle = { name: "word", isIn: (bytes) => bytes.includes("script on every page") };
  assert.equal(proxy.leaks(needles).length, 0);
  assert.equal(proxy.leaks([other]).length, 1, "other needles search it again");
});

test("reports a leak in the body of each answer that has it", async () => {
  const needles: readonly Needle[] = [{ name: "secret", isIn: (bytes) => bytes.includes(SECRET) }];
  await answersOf("/leak", "/script", "/leak");
  const leak = { where: "GET /leak → 200, body", needle: "secret" };
  assert.deepEqual(proxy.leaks(needles), [leak, leak]);
});
