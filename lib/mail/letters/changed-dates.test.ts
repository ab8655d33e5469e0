import assert from "node:assert/strict";
import test from "node:test";
import { renderLetter } from "#lib/mail/mail-html.ts";
import { sampleOrder, sampleShop } from "#lib/mail/sample-order.fixture.ts";
import { cancelledLetter } from "./cancelled.ts";
import { dateChangedLetter } from "./date-changed.ts";

const order = sampleOrder();
const changed = { order, events: order.events.slice(0, 1), event: "The Tempest" };
const NOTHING = { hasChoices: false, canMove: false, isFree: false, refunds: false, isDateOnly: true };

/** Returns the text of the message about a cancelled date for which there is this, without line breaks. */
function textOf(offered: Partial<typeof NOTHING>): string {
  const { text } = renderLetter(cancelledLetter({ ...changed, ...NOTHING, ...offered }, sampleShop("en")), "#4f46e5");
  return text.replace(/[\s\u00a0\u202f]+/g, " ").replace(/\u2060/g, "");
}

test("a cancelled date is named below the title", () => {
  const letter = cancelledLetter({ ...changed, ...NOTHING, hasChoices: true, canMove: true }, sampleShop("en"));
  assert.equal(letter.title, "Your date for The Tempest is cancelled");
  assert.match(textOf({ hasChoices: true, canMove: true }), /is cancelled =+ Saturday 2 January 2027 Choose/);
});

const OFFERS = [
  ["a choice with another date", { hasChoices: true, canMove: true }, /Choose another date or a refund, or keep/],
  ["a choice without another date", { hasChoices: true }, /Choose a refund, or keep your ticket/],
  ["an automatic refund", { refunds: true }, /We’re refunding your ticket/],
  ["no decision about the money", {}, /Ask the organiser about a refund/],
  ["nothing to refund", { isFree: true, refunds: true }, /Nothing was paid, so there is nothing to refund/],
] as const;

for (const [what, offered] of OFFERS) {
  test(`the message about a cancelled date offers what there is, and no more: ${what}`, () => {
    const text = textOf(offered);
    assert.deepEqual(
      OFFERS.filter(([, , one]) => one.test(text)).map(([name]) => name),
      [what],
    );
    assert.equal(text.includes(`${order.link}/choice`), "hasChoices" in offered);
  });
}

test("the message about a moved date says until when it is refunded, and links there; without a refund it says nothing of it", () => {
  const before = { startsAt: "2026-12-30T19:00:00Z", timeZone: "UTC" };
  const textOf = (refund?: string) =>
    renderLetter(dateChangedLetter({ ...changed, before, refund }, sampleShop("en")), "#4f46e5").text;
  const refund = "Full refund until Sun, 6 Dec, 9:00 am.";
  const [open, closed] = [textOf(refund), textOf()];
  assert.ok(open.includes(`Can’t make the new date? ${refund}`), open);
  assert.ok(open.includes(`${order.link}/refund`));
  assert.ok(!closed.includes("/refund\n") && !closed.includes(`${order.link}/refund`));
});
