import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Entries, removeOtherBuilds } from "#lib/page-cache/entries.ts";

const entry = (key: string, value: unknown) => ({ key, value, madeAt: 1, cacheControl: undefined });

test("an entry survives a restart on the disk; one for memory only does not", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-pages-"));
  t.after(() => rm(folder, { recursive: true }));
  const before = new Entries(join(folder, "build-1"), 1_000_000);
  await before.put(entry("/en", { html: "kept" }), true);
  await before.put(entry("/en/nope", { html: "not found" }), false);

  const after = new Entries(join(folder, "build-1"), 1_000_000);
  assert.deepEqual((await after.get("/en"))?.value, { html: "kept" });
  assert.equal(await after.get("/en/nope"), undefined);
});

test("memory is limited in bytes, and keeps the most recently used entries", async () => {
  const entries = new Entries(undefined, 3_000);
  for (const key of ["a", "b", "c"]) await entries.put(entry(key, "x".repeat(800)), true);
  await entries.get("a");
  await entries.put(entry("d", "x".repeat(800)), true);
  assert.equal(await entries.get("b"), undefined);
  assert.equal((await entries.get("a"))?.key, "a");
});

test("the pages of another build are removed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-pages-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const build of ["old", "new"]) await new Entries(join(folder, build), 1_000).put(entry("/en", 1), true);
  await removeOtherBuilds(folder, "new");
  assert.deepEqual(await readdir(folder), ["new"]);
});
