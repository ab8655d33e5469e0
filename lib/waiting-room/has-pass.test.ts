import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { hasPass } from "./has-pass.ts";
import { appendToLine, lineFolder } from "./line-file.ts";
import { placeCookie, sealPlace } from "./sealed-place.ts";

const FOYER_DATA = mkdtempSync(join(tmpdir(), "foyer-has-pass-"));
applySettings({ FOYER_DATA });
after(() => rmSync(FOYER_DATA, { recursive: true }));

const cookieOf = async (id: string, event = 1) => `a=b; ${placeCookie(1)}=${await sealPlace(event, id)}`;

test("only a visitor who is let in is spared the question for capacity, at their event and in the form of a frame", async () => {
  appendToLine(1, ["seed", "s"], ["drawn"], ["joined", "ann"], ["joined", "bo"]);
  assert.equal(await hasPass("", "/en/events/1/tickets"), false);
  assert.equal(await hasPass(await cookieOf("ann"), "/en/events/1"), false);
  appendToLine(1, ["called", "2", String(Date.now())]);
  assert.equal(await hasPass(await cookieOf("ann"), "/en/events/1"), false);
  appendToLine(1, ["told", "ann", String(Date.now())]);
  for (const path of ["/en/events/1", "/en/events/1/tickets", "/reserve"]) {
    assert.equal(await hasPass(await cookieOf("ann"), path), true);
    assert.equal(await hasPass(await cookieOf("bo"), path), false);
    assert.equal(await hasPass(`${placeCookie(1)}=ann`, path), false);
  }
  assert.equal(await hasPass(await cookieOf("ann"), "/en/events/2"), false);
  assert.equal(await hasPass(await cookieOf("ann", 2), "/en/events/1"), false);
  assert.equal(await hasPass(await cookieOf("ann"), "/en/cart"), false);
  appendToLine(1, ["used", "ann", "1"]);
  assert.equal(await hasPass(await cookieOf("ann"), "/en/events/1"), false);
});

test("a line that cannot be read stops no form", async () => {
  rmSync(join(lineFolder(), "1.log"));
  mkdirSync(join(lineFolder(), "1.log"));
  assert.equal(await hasPass(await cookieOf("ann"), "/en/events/1"), false);
});
