import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { test } from "node:test";
import Fastify from "fastify";
import { demoPicture } from "#setup/season/pictures.ts";
import { SEASON } from "#setup/season.ts";
import { mountDemoPictures } from "#src/platform/http/demo-pictures.ts";

const app = Fastify();
mountDemoPictures(app);
const folder = new URL("../../setup/pictures/", import.meta.url);

test("serves the picture of every demo event that has one, and most have", async () => {
  const paths = SEASON.events.flatMap(({ name }) => demoPicture(name).heroImageUrl ?? []);
  assert.ok(paths.length >= 14, `${paths.length} pictures`);
  for (const path of paths) {
    const answer = await app.inject(path);
    assert.equal(answer.statusCode, 200, path);
    assert.equal(answer.headers["content-type"], "image/jpeg");
    assert.equal(answer.rawPayload.subarray(0, 3).toString("hex"), "ffd8ff");
  }
  const files = (await readdir(folder)).map((file) => `/pictures/demo/${file}`);
  assert.deepEqual(files.toSorted(), paths.toSorted());
});

test("pictures have at most 150 KB each, and 3 MB in all", async () => {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(new URL(file, folder))).size),
  );
  assert.ok(Math.max(...sizes) <= 150_000);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 3_000_000);
});

for (const name of ["none.jpg", "..%2f..%2fpackage.json", "%2e%2e%2fseed.ts", "last-boat.png", "Last-Boat.jpg"])
  test(`answers 404 for ${name}`, async () => {
    assert.equal((await app.inject(`/pictures/demo/${name}`)).statusCode, 404);
  });
