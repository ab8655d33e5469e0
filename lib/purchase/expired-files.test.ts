import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { openAttempt, settleAttempt } from "./attempt-store.ts";
import { removeExpiredFiles } from "./expired-files.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
const data = applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

test("a settled attempt is removed after a month; an open one never is", async () => {
  const now = Date.now();
  const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: ["ABCDEFGH12"] };
  const root = join(data, "storefront", "attempts");
  const { attempt } = await openAttempt("CARTSETTLE", NEW_ATTEMPT);
  await settleAttempt(attempt, "paid");
  for (const folder of ["settled", "carts"]) await age(join(root, folder), now - 29 * DAY);
  const open = await openAttempt("CARTOPENED", NEW_ATTEMPT);
  await age(join(root, "open"), now - 90 * DAY);
  assert.deepEqual(await readdir(join(root, "settled")), [`${attempt.id}.json`]);

  for (const folder of ["settled", "carts"]) await age(join(root, folder), now - 31 * DAY);
  await removeExpiredFiles(now + 2 * HOUR);
  assert.deepEqual(await readdir(join(root, "settled")), []);
  assert.deepEqual(await readdir(join(root, "carts")), []);
  assert.deepEqual(await readdir(join(root, "open")), [`${open.attempt.id}.json`]);
});

test("removes what a killed process has half written, also beside open attempts, and nothing that is being written", async () => {
  const now = Date.now() + 20 * HOUR;
  const open = join(data, "storefront", "attempts", "open");
  const kept = await readdir(open);
  await writeFile(join(open, "killed.json.1.tmp"), "{");
  await utimes(join(open, "killed.json.1.tmp"), (now - 2 * HOUR) / 1000, (now - 2 * HOUR) / 1000);
  await writeFile(join(open, "writing.json.2.tmp"), "{");
  await utimes(join(open, "writing.json.2.tmp"), now / 1000, now / 1000);
  await removeExpiredFiles(now);
  assert.deepEqual(await readdir(open), [...kept, "writing.json.2.tmp"].toSorted());
  await rm(join(open, "writing.json.2.tmp"));
});

test("what was used is removed after an hour, sign-outs and sessions after a month, and ended links never", async () => {
  const now = Date.now() + 40 * HOUR;
  const root = join(data, "storefront");
  const aged = [
    ["used", HOUR + 1, false],
    ["used", HOUR, true],
    ["revoked/promoter-session", 30 * DAY + 1, false],
    ["revoked/checkout", 30 * DAY, true],
    ["newest-issues", 30 * DAY + 1, false],
    ["active", 30 * DAY + 1, false],
    ["revoked/links", 90 * DAY, true],
    ["revoked/devices", 90 * DAY, true],
  ] as const;
  const files = await Promise.all(
    aged.map(async ([folder, ageMs, isKept]) => {
      const file = join(root, folder, `${ageMs}.json`);
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(file, "{}");
      await utimes(file, (now - ageMs) / 1000, (now - ageMs) / 1000);
      return { file, isKept };
    }),
  );
  await removeExpiredFiles(now);
  for (const { file, isKept } of files) assert.equal(existsSync(file), isKept, file);
});

test("runs once an hour, and accepts folders that do not exist", async () => {
  const now = Date.now() + 60 * HOUR;
  const root = join(data, "storefront");
  const file = join(root, "used", "old.json");
  await rm(root, { recursive: true });
  await removeExpiredFiles(now);
  await mkdir(join(root, "used"), { recursive: true });
  await writeFile(file, "{}");
  await utimes(file, 1, 1);
  await removeExpiredFiles(now + HOUR - 1);
  assert.ok(existsSync(file));
  await removeExpiredFiles(now + HOUR);
  assert.ok(!existsSync(file));
});

async function age(folder: string, atMs: number): Promise<void> {
  for (const name of await readdir(folder)) await utimes(join(folder, name), atMs / 1000, atMs / 1000);
}
