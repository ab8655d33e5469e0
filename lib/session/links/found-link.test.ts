import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { openFoundLink, sealFoundLink } from "./found-link.ts";

applySettings();

const DAY_MS = 24 * 60 * 60 * 1000;

test("a link of Find my tickets opens for a day", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 1) });
  const link = await sealFoundLink(["ABCDEFGH12"]);
  mock.timers.tick(DAY_MS - 1000);
  assert.deepEqual(await openFoundLink(link), ["ABCDEFGH12"]);
  mock.timers.tick(1000);
  assert.equal(await openFoundLink(link), undefined);
});
