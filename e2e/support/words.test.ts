import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "./words.ts";

test("returns a message in each language, with values, plural forms and tags", () => {
  const { text } = wordsOf("en");
  assert.equal(text("Pay.pay", { total: "$95.00" }), "Pay $95.00");
  assert.equal(wordsOf("de").text("Pay.edit"), "Ändern");
  assert.equal(wordsOf("en").text("Common.timer.minutes", { count: 1 }), "1 minute left");
  assert.equal(wordsOf("en").text("Cart.count", { count: 2 }), "2 tickets");
  assert.equal(wordsOf("en").text("Details.seller", { seller: "Quay Arts" }), "You are ordering from Quay Arts.");
});

test("returns a pattern that matches a message with any values", () => {
  const { like } = wordsOf("en");
  assert.match("Pay $95.00", like("Pay.pay"));
  assert.doesNotMatch("Paying…", like("Pay.pay"));
  assert.match("1 minute left", like("Common.timer.minutes"));
  assert.match("12 minutes left", like("Common.timer.minutes"));
  assert.match("3 tickets for 1 event", like("Cart.countOf"));
  assert.match("One more General admission", like("Event.picker.more"));
});

test("returns a pattern for a message with some of its values", () => {
  const { inText } = wordsOf("en");
  assert.match("2 tickets reserved until 7:30 pm", inText("Common.timer.reservedUntil", { count: 2 }));
  assert.doesNotMatch("3 tickets reserved until 7:30 pm", inText("Common.timer.reservedUntil", { count: 2 }));
  assert.match("Hamlet: 1 of 2 reserved, no more left", inText("Cart.again.fewer", { reserved: 1, count: 2 }));
});

test("reads the value in a message", () => {
  assert.equal(wordsOf("en").valueIn("Event.picker.more", "One more General admission"), "General admission");
  assert.throws(() => wordsOf("en").valueIn("Event.picker.more", "One fewer Adult"), /is not the message/);
});

test("throws for a message that does not exist", () => {
  assert.throws(() => wordsOf("fr").text("Pay.none"), /messages\/fr\.json has no Pay\.none/);
});
