import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import test from "node:test";
import Fastify from "fastify";
import { demoPicture } from "#setup/season/plan.ts";
import { SEASON } from "#setup/season.ts";
import { CALLS } from "#src/calls.ts";
import { mountDemoPictures } from "#src/platform/http/other-routes.ts";
import { openShop } from "#test/test-app.ts";

const { app, close } = await openShop();
test.after(close);

const get = (url: string) => app.inject({ method: "GET", url });

test("serves the documentation with all that it loads, below its own path, without a credential, with a policy that allows only its own origin", async () => {
  const page = await get("/v2/docs");
  assert.equal(page.statusCode, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const addresses = [...page.body.matchAll(/(?:src|href|data-description)="([^"]+)"/g)].map(
    ([, address = ""]) => address,
  );
  const loaded = addresses.filter((address) => address !== "data:,");
  assert.ok(loaded.length >= 5, loaded.join(" "));
  for (const address of loaded) {
    assert.ok(address.startsWith("/v2/docs/"), address);
    assert.equal((await get(address)).statusCode, 200, address);
  }
  const { paths } = (await get("/v2/docs/openapi.json")).json();
  for (const { method, path } of CALLS) assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`);
});

const pictures = Fastify();
mountDemoPictures(pictures);
const folder = new URL("../../setup/pictures/", import.meta.url);

test("serves the picture of every demo event that has one, and most have", async () => {
  const paths = SEASON.events.flatMap(({ name }) => demoPicture(name).heroImageUrl ?? []);
  assert.ok(paths.length >= 14, `${paths.length} pictures`);
  for (const path of paths) {
    const answer = await pictures.inject(path);
    assert.equal(answer.statusCode, 200, path);
    assert.equal(answer.headers["content-type"], "image/jpeg");
    assert.equal(answer.rawPayload.subarray(0, 3).toString("hex"), "ffd8ff");
  }
  const files = (await readdir(folder)).map((file) => `/pictures/demo/${file}`);
  assert.deepEqual(files.toSorted(), paths.toSorted());
});

test("answers 404 for what is no picture of the folder", async () => {
  for (const name of ["none.jpg", "..%2f..%2fpackage.json", "%2e%2e%2fseed.ts", "last-boat.png", "Last-Boat.jpg"])
    assert.equal((await pictures.inject(`/pictures/demo/${name}`)).statusCode, 404, name);
});
