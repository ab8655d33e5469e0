import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, joinedWith, ticketsUrlWithReason } from "#app/reserve/form.ts";

function form(fields: Readonly<Record<string, string>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}

test("takes the fields that a frame may post, and no others", () => {
  const posted = form({
    event: "12",
    "qty.3": "2",
    "qty.x": "2",
    code: "",
    utm_source: "blog",
    embed: "longlight.example",
    fbclid: "f1",
    return: "3:/thanks",
    $ACTION_ID_1: "x",
    expected: "1",
  });
  assert.deepEqual(fieldsOf(posted), [
    ["event", "12"],
    ["qty.3", "2"],
    ["utm_source", "blog"],
    ["embed", "longlight.example"],
    ["fbclid", "f1"],
    ["return", "3:/thanks"],
  ]);
});

test("the URL back has the same tickets selected", () => {
  const fields = fieldsOf(
    form({ event: "12", locale: "en", date: "5", "qty.3": "2", code: "SAVE10", ref: "dj-kim", utm_source: "blog" }),
  );
  assert.equal(
    ticketsUrlWithReason(fields, "en", { why: "sold_out" }),
    "/en/events/12/tickets?date=5&qty.3=2&code=SAVE10&ref=dj-kim&utm_source=blog&refused=sold_out",
  );
  assert.equal(
    ticketsUrlWithReason(fieldsOf(form({ event: "12" })), "de", { why: "nothing_chosen" }),
    "/de/events/12/tickets?refused=nothing_chosen",
  );
});

test("adds tickets reserved for the same event, and of no other", () => {
  const reserved = [
    { eventId: 12, lines: [{ ticketTypeId: 3, quantity: 2 }] },
    { eventId: 12, lines: [{ ticketTypeId: 4, quantity: 1 }] },
    { eventId: 13, lines: [{ ticketTypeId: 9, quantity: 1 }] },
  ];
  const joined = joinedWith(fieldsOf(form({ event: "12", code: "SAVE10", "qty.3": "1", "qty.5": "4" })), reserved);
  assert.deepEqual(Object.fromEntries(joined), {
    event: "12",
    code: "SAVE10",
    "qty.3": "3",
    "qty.4": "1",
    "qty.5": "4",
  });
});

const PAYLOADS = [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "%09//evil.example",
  "..//evil.example",
  "\t//evil.example",
  "@evil.example",
  "evil.example%2f..",
  "\r\nLocation: https://evil.example",
  "﹒evil.example",
  ".",
  "..",
  "?",
  "#",
  "0",
  "-1",
  "1e3",
  " 12",
  "12/../..",
  "12?x=",
  "12#x",
];

/** The fields in the URL back, each with a value. */
const CARRIED = {
  event: "13",
  date: "5",
  code: "SAVE10",
  ref: "dj-kim",
  "qty.3": "2",
  utm_source: "a",
  utm_medium: "b",
};

for (const [name, value] of Object.entries(CARRIED)) {
  test(`P23: with any ${name} the URL back stays on our origin`, () => {
    const back = (posted: string) =>
      ticketsUrlWithReason(fieldsOf(form({ event: "12", [name]: posted })), "en", { why: "refused" });
    assert.ok(back(value).includes(value), `${name} is not carried, so that its payloads would prove nothing`);
    for (const payload of PAYLOADS)
      for (const sent of [payload, `${payload}/en`, encodeURIComponent(payload)]) {
        const address = back(sent);
        assert.equal(new URL(address, "https://tickets.example").origin, "https://tickets.example", address);
        assert.match(address, /^\/en(\/events\/[1-9]\d{0,14}\/tickets)?(\?|$)/, address);
      }
  });
}
