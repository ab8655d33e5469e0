import assert from "node:assert/strict";
import { test } from "node:test";
import { createLeftovers } from "./leftovers.ts";
import { createMask } from "./mask.ts";
import { SECTIONS, STATEMENTS } from "./sections.ts";

/** As many as the table had: a shorter one has lost some. */
const STATEMENTS_MIN = 244;

test("each statement has an id of its section, in order and used once, and a whole sentence", () => {
  assert.ok(STATEMENTS.length >= STATEMENTS_MIN, `${STATEMENTS.length} statements`);
  for (const { prefix, statements } of SECTIONS) {
    const ids = statements.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)].toSorted());
    for (const { id, says } of statements) {
      assert.match(id, new RegExp(`^${prefix}-\\d\\d$`));
      assert.match(says, /^[A-Z`0-9].*[.]$/s, id);
    }
  }
});

test("a statement that cannot be checked says why", () => {
  for (const { id, check } of STATEMENTS) if ("notCheckable" in check) assert.ok(check.notCheckable.length > 10, id);
});

const PASSWORD = 'pass "word" & <more>/+é';
const mask = createMask({ user: "shop", password: PASSWORD }, ["4111111111111111", undefined]);

for (const [what, text] of [
  ["plain", PASSWORD],
  ["in JSON", JSON.stringify({ password: PASSWORD })],
  ["in JSON in JSON", JSON.stringify(JSON.stringify({ password: PASSWORD }))],
  ["in a query", encodeURIComponent(PASSWORD)],
  ["in Basic", `Basic ${Buffer.from(`shop:${PASSWORD}`).toString("base64")}`],
  ["in Basic without padding", Buffer.from(`shop:${PASSWORD}`).toString("base64").replace(/=+$/, "")],
  ["in base64 alone", Buffer.from(PASSWORD).toString("base64")],
  ["and a card", "4111111111111111"],
  ["and a card in groups", "4111 1111 1111 1111"],
  ["in markup", PASSWORD.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)],
] as const) {
  test(`masks a password ${what}`, () => {
    const masked = mask(`before ${text} after`);
    assert.ok(!masked.includes(text), masked);
    assert.match(masked, /^before .*•••.* after$/);
  });
}

test("leaves other text as it is", () => assert.equal(mask("the shop's pass word"), "the shop's pass word"));

test("removes what a check made, the last first, and reports what it could not remove", async () => {
  const removed: string[] = [];
  const leftovers = createLeftovers();
  const thing = (what: string, until: "check" | "run", why?: string) =>
    leftovers.add({
      what,
      until,
      async remove() {
        removed.push(what);
        return why;
      },
    });
  thing("event", "run", "there is no call");
  thing("first", "check");
  thing("second", "check");
  await leftovers.removeOfCheck();
  assert.deepEqual(removed, ["second", "first"]);
  leftovers.add({ what: "broken", until: "run", remove: () => Promise.reject(new Error("no answer")) });
  await leftovers.removeAll();
  assert.deepEqual(leftovers.report(), {
    made: 4,
    left: [
      { what: "broken", why: "no answer" },
      { what: "event", why: "there is no call" },
    ],
  });
});
