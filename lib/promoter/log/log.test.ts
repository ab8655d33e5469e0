import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldWithoutWords, isLogField, logChanges } from "./log-changes.ts";
import { logWords } from "./log-sentence.ts";
import { logValue } from "./log-value.ts";

const SENTENCES = [
  ["SIGN_IN", { sentence: "signInFailed" }],
  ["PUT /user/password", { sentence: "passwordChanged" }],
  ["DELETE /user/7/tokens", { sentence: "signedOutEverywhere" }],
  ["DELETE /user/secondFactor", { sentence: "factorOff" }],
  ["DELETE /user/7/secondFactor", { sentence: "factorOff" }],
  ["PUT /order/{key}/data", { sentence: "buyerChanged" }],
  ["POST /user/token", { sentence: "signedInOrToken" }],
  ["DELETE /user/token/{id}", { sentence: "signedOutOrToken" }],
  ["POST /mailLink/confirm", { sentence: "replyToConfirmed" }],
  ["POST /event", { thing: "event", verb: "created" }],
  ["PUT /event/12", { thing: "event", verb: "changed" }],
  ["PUT /event/12/publish/true", { thing: "event", verb: "published" }],
  ["PUT /event/12/publish/false", { thing: "event", verb: "unpublished" }],
  ["PUT /eventDate/{id}/cancel", { thing: "date", verb: "cancelled" }],
  ["PUT /account/1", { thing: "account", verb: "changed" }],
  ["GET /account/{id}/auditLog", { thing: "log", verb: "read" }],
  ["POST /order/{key}/refund", { thing: "order", verb: "refunded" }],
  ["DELETE /offeringCopy/3", { names: "Offering copy", verb: "deleted" }],
  ["PUT /event/12/additionalFields", { names: "Event, additional fields", verb: "done" }],
  ["PUT /__proto__/1", { names: "Proto", verb: "changed" }],
  ["", { names: "", verb: "done" }],
] as const;

for (const [call, words] of SENTENCES)
  test(`"${call}" reads as ${JSON.stringify(words)}`, () => assert.deepEqual(logWords(call), words));

test("only fields that differ are shown, those of an object one by one, and a secret although it reads the same", () => {
  const before = {
    name: "Hall",
    address: { city: "Wellington", postcode: "6011" },
    tags: ["a"],
    passwordHash: "changed",
  };
  const after = {
    name: "Hall",
    address: { city: "Lyttelton", postcode: "6011" },
    tags: ["a"],
    passwordHash: "changed",
  };
  assert.deepEqual(logChanges({ before, after }), [
    { path: "address.city", before: "Wellington", after: "Lyttelton" },
    { path: "passwordHash", before: "changed", after: "changed" },
  ]);
  assert.deepEqual(logChanges({ before: { door: "A" }, after: { door: "B", note: null } }), [
    { path: "door", before: "A", after: "B" },
  ]);
  assert.deepEqual(logChanges({}), []);
});

test("a call for a token reads as what it was for", () => {
  const sentences = [
    logWords("POST /user/token", "session"),
    logWords("DELETE /user/token/7", "session"),
    logWords("POST /user/token", "program"),
    logWords("DELETE /user/token/7", "program"),
  ];
  assert.deepEqual(
    sentences.map((words) => "sentence" in words && words.sentence),
    ["signedIn", "signedOut", "tokenCreated", "tokenDeleted"],
  );
});

const TEMPEST = [{ event: { id: 1, name: "The Tempest" }, endsWithDate: true }];

/** What the service says was made, with the fields that are shown. */
const MADE = [
  [
    "aroha",
    {
      mayScan: true,
      username: "aroha",
      mayManage: false,
      passwordHash: "changed",
      sellCapabilities: ["BOX_OFFICE"],
      officeCapabilities: [],
      firstName: "",
    },
    { capabilities: ["BOX_OFFICE", "SCAN"] },
  ],
  [
    "hemi@example.com",
    { user: 5, username: "hemi", invitedBy: "Ada", scanDates: TEMPEST, capabilities: ["SCAN"] },
    { username: "hemi", invitedBy: "Ada", scanDates: TEMPEST, capabilities: ["SCAN"] },
  ],
  [
    "hemi@example.com",
    { email: "hemi@example.com", scanDates: [{ event: 37, endsWithDate: true }], capabilities: ["SCAN", "ORDERS"] },
    { capabilities: ["SCAN", "ORDERS"] },
  ],
  ["Foyer, promoter pages", { name: "Foyer, promoter pages" }, {}],
  ["Export", { name: "Export", scopes: ["ORDERS"] }, { scopes: ["ORDERS"] }],
  [
    "",
    {
      endsAt: "2099-12-04T09:30:00+00:00",
      eventId: 1,
      sortIdx: 0,
      startsAt: "2099-12-04T06:30:00+00:00",
      startsLocal: "2099-12-04T19:30:00",
      venueConfigurationId: 1,
    },
    { startsLocal: "2099-12-04T19:30:00" },
  ],
  ["Balcony", { name: "Balcony", sortIdx: 1, venueId: 1, capacity: 5, overlaps: [1] }, { capacity: 5 }],
] as const;

for (const [name, after, shown] of MADE)
  test(`of what was made only what says something is shown: ${JSON.stringify(after)}`, () =>
    assert.deepEqual(Object.fromEntries(logChanges({ after, name }).map(({ path, after }) => [path, after])), shown));

test("the dates of a user who does not scan any more are not said to be all", () => {
  const before = { mayScan: true, scanDates: TEMPEST, officeCapabilities: ["ORDERS"] };
  const after = { mayScan: false, scanDates: null, officeCapabilities: ["ORDERS", "REPORTS"] };
  assert.deepEqual(
    logChanges({ before, after }).map(({ path }) => path),
    ["mayScan", "officeCapabilities"],
  );
});

test("the fields of the account have words", () => {
  for (const field of ["brandColour", "replyToPending", "replyTo", "senderName"]) assert.ok(isLogField(field), field);
});

const CONTEXT = {
  locale: "en",
  currency: "NZD",
  words: { yes: "yes", no: "no", none: "–", secret: "changed, not shown", allDates: "all dates" },
  constants: { ORDERS: "orders", SCAN: "scan at the door", ON: "On" },
};

const VALUES = [
  ["name", "", "–"],
  ["name", null, "–"],
  ["hidden", true, "yes"],
  ["capacity", 1200, "1,200"],
  ["priceMinor", 4750, "NZ$47.50"],
  ["officeCapabilities", ["ORDERS", "SCAN"], "orders, scan at the door"],
  ["tags", [], "–"],
  ["passwordHash", "changed", "changed, not shown"],
  ["onSaleFrom", "2026-11-30T05:19:26.123+00:00", "Mon, 30 Nov 2026, 5:19 am UTC"],
  ["startsLocal", "2026-11-30T19:30:00", "Mon, 30 Nov 2026, 7:30 pm"],
  ["name", "x".repeat(300), `${"x".repeat(200)}…`],
  ["secondFactor", "ON", "On"],
  ["scanDates", null, "all dates"],
  ["scanDates", [{ event: { id: 3, name: "The Tempest" }, endsWithDate: true }], "The Tempest"],
  ["terms", [{ event: 3 }], '{"event":3}'],
] as const;

for (const [path, value, text] of VALUES)
  test(`${path} ${JSON.stringify(value)?.slice(0, 40)} reads as "${text.slice(0, 40)}"`, () =>
    assert.equal(logValue(path, value, CONTEXT).replaceAll(/[\u202f\u00a0]/g, " "), text));

test("a field without words is readable", () => {
  assert.equal(fieldWithoutWords("heroImageUrl"), "Hero image url");
  assert.equal(fieldWithoutWords("minimumSpendMinor"), "Minimum spend");
  assert.equal(fieldWithoutWords("ticketTypeIds"), "Ticket type");
});
