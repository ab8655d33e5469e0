import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { keepActive } from "./activity.ts";

const data = applySettingsInFolder();

const MINUTE = 60_000;
const at = (id: string, minute: number) => keepActive(id, { sinceMs: 0, idleMs: 30 * MINUTE, nowMs: minute * MINUTE });

test("a session ends when it was idle for the time of the setting, and stays ended", async () => {
  assert.equal(await at("idle", 30), true);
  assert.equal(await at("idle", 61), false);
  assert.equal(await at("idle", 62), false);
  assert.equal(await at("never used", 31), false);
});

test("being active extends it, in another process too", async () => {
  for (let minute = 0; minute <= 600; minute += 25) assert.equal(await at("in use", minute), true, `minute ${minute}`);
  const program = (minute: number) => `import { keepActive } from "#lib/session/activity.ts";
    console.log(await keepActive("in use", { sinceMs: 0, idleMs: ${30 * MINUTE}, nowMs: ${minute * MINUTE} }));`;
  assert.equal(inAnotherProcess(program(629), { FOYER_DATA: data }), "true");
  assert.equal(inAnotherProcess(program(660), { FOYER_DATA: data }), "false");
});
