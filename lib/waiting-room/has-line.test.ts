import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { hasLineOrPass } from "./has-line.ts";
import { appendToLine } from "./line-file.ts";
import { placeCookie, sealPlace } from "./sealed-place.ts";

const FOYER_DATA = mkdtempSync(join(tmpdir(), "foyer-has-line-"));
applySettings({ FOYER_DATA });
after(() => rmSync(FOYER_DATA, { recursive: true }));

const cookieOf = async (id: string, event = 1) => `a=b; ${placeCookie(1)}=${await sealPlace(event, id)}`;

test("while somebody waits, the event's line decides, and for a visitor who is let in also afterwards", async () => {
  assert.equal(await hasLineOrPass("", "/en/events/1"), false);
  appendToLine(1, ["seed", "s"], ["drawn"], ["joined", "ann"], ["joined", "bo"]);
  assert.equal(await hasLineOrPass("", "/en/events/1/tickets"), true);
  assert.equal(await hasLineOrPass("", "/en/events/2"), false);
  appendToLine(1, ["called", "2", String(Date.now())], ["told", "ann", String(Date.now())]);
  assert.equal(await hasLineOrPass("", "/en/events/1"), false);
  assert.equal(await hasLineOrPass(await cookieOf("ann"), "/en/events/1"), true);
  assert.equal(await hasLineOrPass("__Host-foyer-line-1=ann", "/en/events/1"), false);
  assert.equal(await hasLineOrPass(await cookieOf("ann", 2), "/en/events/1"), false);
  appendToLine(1, ["used", "ann", "1"]);
  assert.equal(await hasLineOrPass(await cookieOf("ann"), "/en/events/1"), false);
});
