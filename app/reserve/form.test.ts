import assert from "node:assert/strict";
import { test } from "node:test";
import { backTo, fieldsOf } from "#app/reserve/form.ts";

function form(fields: Readonly<Record<string, string>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}

test("what a frame may say is taken, and nothing besides", () => {
  const posted = form({
    event: "12",
    "qty.3": "2",
    "qty.x": "2",
    code: "",
    utm_source: "blog",
    $ACTION_ID_1: "x",
    expected: "1",
  });
  assert.deepEqual(fieldsOf(posted), [
    ["event", "12"],
    ["qty.3", "2"],
    ["utm_source", "blog"],
  ]);
});

test("the way back has the same tickets chosen", () => {
  const fields = fieldsOf(
    form({ event: "12", locale: "en", date: "5", "qty.3": "2", code: "SAVE10", ref: "dj-kim", utm_source: "blog" }),
  );
  assert.equal(backTo(fields, "en"), "/en/events/12?date=5&qty.3=2&code=SAVE10&ref=dj-kim&utm_source=blog&refused=1");
});

const WORDS = [
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

test("P23: whatever is posted in whichever field, the way back stays with us", () => {
  let tried = 0;
  for (const name of ["event", "locale", "date", "code", "ref", "shown", "qty.3", "utm_source", "utm_medium"])
    for (const word of WORDS)
      for (const dressed of [word, `${word}/en`, encodeURIComponent(word)]) {
        const back = backTo(fieldsOf(form({ event: "12", ...{ [name]: dressed } })), "en");
        const url = new URL(back, "https://tickets.example");
        assert.equal(url.origin, "https://tickets.example", back);
        assert.match(back, /^\/en(\/events\/[1-9]\d{0,14})?(\?|$)/, back);
        tried += 1;
      }
  assert.ok(tried >= 400, `${tried} payloads`);
});
