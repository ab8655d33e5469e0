import assert from "node:assert/strict";
import { test } from "node:test";
import { replaceModules } from "#e2e/tools/replaced-modules.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { appendToLine, readLine } from "./line-file.ts";

/** Each visitor has a cookie of the shop and no place yet, all are of one network, the room is switched on, and the sale open. */
replaceModules({
  "next/headers": `export const headers = async () =>
    new Headers({ "x-forwarded-for": "192.0.2.1", cookie: "foyer=1" });
  export const cookies = async () => ({ get() {}, set() {} });`,
  "#lib/catalogue/events.ts": "export const catalogueEvent = async () => ({ value: { waitingRoom: true } });",
  "#lib/catalogue/availability.ts":
    'export const liveOffering = async () => ({ groups: [{ saleStatus: "ON_SALE", pages: [] }] });',
});

applySettingsInFolder({ WAITING_ROOM_INSIDE: "10" });
const { takePass } = await import("./waiting-room.ts");

/** The places of a network without a proof of work. */
const UNPROVEN = 20;

test("P39: who cannot have a place reserves at once while the room has space, and never when it is full", async () => {
  for (let at = 0; at < UNPROVEN; at += 1) assert.equal(typeof (await takePass(1, null)), "object", `${at}`);
  assert.equal(readLine(1)?.inside.size, 0);
  assert.equal(typeof (await takePass(1, null)), "object", "nobody waits, and nobody is inside");

  // All who may be inside are, and nobody waits.
  const now = String(Date.now());
  const others = Array.from({ length: 10 }, (_, at) => `${at}`);
  appendToLine(1, ...others.map((id) => ["joined", id] as const));
  appendToLine(1, ["called", String(UNPROVEN + 10), now], ...others.map((id) => ["told", id, now] as const));
  assert.equal(await takePass(1, null), "tooMany");
  appendToLine(1, ["used", "0", "1"]);
  assert.equal(typeof (await takePass(1, null)), "object", "one is done");
});
