import assert from "node:assert/strict";
import { test } from "node:test";
import { agesText, doorsRule, doorsText, doorsValue, refundText } from "#lib/catalogue/facts-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

const ZONE = "Pacific/Auckland";
const words = wordsOf("en").Facts;
const date = (startsAt: string, doors?: string) => ({
  startsAt: `${startsAt}+13:00`,
  doors: doors && `${doors}+13:00`,
});

const friday = date("2027-01-01T19:30:00.000", "2027-01-01T18:45:00.000");
const saturday = date("2027-01-02T14:00:00.000", "2027-01-02T13:15:00.000");
const sunday = date("2027-01-03T20:00:00.000", "2027-01-03T18:45:00.000");

function doors(dates: Parameters<typeof doorsRule>[0], locale = "en") {
  const rule = doorsRule(dates, ZONE);
  const { Facts } = wordsOf(locale);
  return rule && [doorsText(rule, locale, ZONE, Facts), doorsValue(rule, locale, ZONE, Facts)];
}

test("doors have one time, or the same time before each start, or no rule", () => {
  assert.deepEqual(doors([friday]), ["Doors 6:45\u00a0pm", "6:45\u00a0pm"]);
  assert.deepEqual(doors([friday, sunday]), ["Doors 6:45\u00a0pm", "6:45\u00a0pm"]);
  assert.deepEqual(doors([friday, saturday]), ["Doors 45\u00a0min before", "45\u00a0minutes before the start"]);
  assert.equal(doors([friday, saturday, sunday]), undefined);
  assert.equal(doors([friday, date("2027-01-02T14:00:00.000")]), undefined);
  assert.equal(doors([]), undefined);
  assert.deepEqual(doors([friday], "de"), ["Einlass 18:45\u00a0Uhr", "18:45\u00a0Uhr"]);
});

test("an age limit that begins with a number gets a word before it", () => {
  assert.deepEqual(
    ["16+", "All ages", "12 and over"].map((limit) => agesText(limit, words)),
    ["Ages 16+", "All ages", "Ages 12 and over"],
  );
});

test("a policy says what is returned and until when", () => {
  const policy = (untilHoursBefore: number, percentage = 100, keepsFee = false) =>
    refundText({ untilHoursBefore, percentage, keepsFee }, "en", words);
  assert.equal(policy(48), "Full refund until 48 hours before the event.");
  assert.equal(policy(1), "Full refund until 1 hour before the event.");
  assert.equal(policy(168), "Full refund until 7 days before the event.");
  assert.equal(policy(0), "Full refund until the event starts.");
  assert.equal(policy(48, 100, true), "Refund until 48 hours before the event, less the booking fee.");
  assert.equal(policy(48, 75), "75% refund until 48 hours before the event.");
  assert.equal(policy(48, 75, true), "75% refund until 48 hours before the event, less the booking fee.");
  assert.equal(policy(48, 0), "Ask the organiser about refunds.");
  assert.equal(refundText(null, "en", words), "Ask the organiser about refunds.");
});

test("for an event with one date a policy names its deadline in the venue's time, and says when it has passed", () => {
  const policy = { untilHoursBefore: 48, percentage: 100, keepsFee: false };
  const on = (now: string) => ({ startsAt: friday.startsAt, timeZone: ZONE, now: new Date(now) });
  const at = (now: string) => refundText(policy, "en", words, on(now));
  assert.equal(at("2026-12-30T19:29:00+13:00"), "Full refund until Wed,\u00a030\u00a0Dec, 7:30\u00a0pm.");
  assert.equal(at("2026-12-30T19:30:00+13:00"), "Refunds closed Wed,\u00a030\u00a0Dec, 7:30\u00a0pm.");
});
