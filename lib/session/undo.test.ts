import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { seal } from "#lib/security/seal.ts";
import { sealUndo, takeUndo, type Undo, unsealUndo } from "./undo.ts";

applySettingsInFolder();

const UNDO: Undo = {
  id: "one",
  at: 1_000,
  isOneOfSeveral: false,
  codes: ["FIRST20"],
  events: [
    {
      eventId: 7,
      eventName: "The Last Boat Home",
      lines: [{ ticketTypeId: 4, quantity: 2 }],
      source: { ref: "dj-kim" },
    },
  ],
  buyer: { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false },
};

test("released tickets are read back unchanged, and from no other sealed text", async () => {
  assert.deepEqual(await unsealUndo((await sealUndo(UNDO)) ?? ""), UNDO);
  assert.equal(await unsealUndo(await seal("visit", { ...UNDO })), undefined);
  assert.equal(await unsealUndo("nothing"), undefined);
});

test("a cart of twenty long names fits; where it does not fit, no undo is offered", async () => {
  const events = Array.from({ length: 20 }, (_, at) => ({
    eventId: 1_000_000 + at,
    eventName: "A very long name ".repeat(12),
    lines: [{ ticketTypeId: 2_000_000 + at, quantity: 10 }],
    source: { utm: { campaign: "A long campaign ".repeat(12) } },
  }));
  const clicks = Array.from({ length: 10 }, (_, at) => ({
    ...UNDO.events[0],
    eventId: at,
    eventName: "A name",
    lines: [],
    source: { ref: "dj-kim", clickIds: { gclid: "g".repeat(200), fbclid: "f".repeat(200) } },
  }));
  const withoutClicks = await unsealUndo((await sealUndo({ ...UNDO, events: clicks })) ?? "");
  assert.deepEqual(withoutClicks?.events[9]?.source, { ref: "dj-kim" }, "the ids of clicks are left out first");
  const read = await unsealUndo((await sealUndo({ ...UNDO, events })) ?? "");
  assert.deepEqual([read?.events.length, read?.events[0]?.source], [20, undefined]);
  assert.equal(
    await sealUndo({ ...UNDO, codes: Array.from({ length: 60 }, (_, at) => `${at}`.padEnd(100, "x")) }),
    undefined,
  );
});

test("an Undo is used once: a double click is one use, a copy of its cookie none, and one that reserved nothing is unused", async (t) => {
  const now = t.mock.method(performance, "now", () => 0);
  const [use, ofSecondClick] = await Promise.all([takeUndo(UNDO), takeUndo(UNDO)]);
  assert.ok(use && ofSecondClick);
  await new Promise(setImmediate);
  now.mock.mockImplementation(() => 11_000);
  assert.equal(await takeUndo(UNDO), undefined);
  assert.ok(await takeUndo({ id: "another" }));
  // Both clicks of a double click give it back.
  await Promise.all([use.giveBack(), ofSecondClick.giveBack()]);
  assert.ok(await takeUndo(UNDO));
  await new Promise(setImmediate);
  now.mock.mockImplementation(() => 22_000);
  assert.equal(await takeUndo(UNDO), undefined);
});
