import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "#lib/promoter/forms/merge.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import type { RowValues } from "#lib/ticketing/manage/saved.ts";

const FIELDS: readonly FormField[] = [
  { kind: "text", name: "name", label: "name", max: 200 },
  { kind: "text", name: "address.city", label: "city", max: 100 },
  {
    kind: "rows",
    name: "sections",
    label: "sections",
    add: "add",
    untitled: "new",
    max: 9,
    fields: [
      { kind: "text", name: "name", label: "name", max: 200 },
      { kind: "number", name: "capacity", label: "capacity", min: 0, max: 999 },
      { kind: "choices", name: "overlaps", label: "overlaps", of: "sections" },
    ],
  },
];

const STALLS = { key: "1", name: "Stalls", capacity: "180", overlaps: ["2", "3"] };
const CIRCLE = { key: "2", name: "Circle", capacity: "60", overlaps: [] };
const OPENED = { name: "The Customhouse", "address.city": "Wellington", sections: [STALLS, CIRCLE] };

const merged = (
  theirs: object,
  yours: object,
  choose: (path: string) => "theirs" | "yours" | undefined = () => undefined,
) => merge(FIELDS, { opened: OPENED, theirs: { ...OPENED, ...theirs }, yours: { ...OPENED, ...yours } }, choose);

test("keeps what only one of the two changed, of the form and of a row", () => {
  const { values, clashes, combined } = merged(
    { name: "The Custom House", sections: [STALLS, { ...CIRCLE, capacity: "55" }] },
    {
      "address.city": "Porirua",
      sections: [
        { ...STALLS, name: "Floor" },
        { ...CIRCLE, overlaps: ["1"] },
      ],
    },
  );
  assert.deepEqual(clashes, []);
  assert.deepEqual(values, {
    name: "The Custom House",
    "address.city": "Porirua",
    sections: [
      { ...STALLS, name: "Floor" },
      { ...CIRCLE, capacity: "55", overlaps: ["1"] },
    ],
  });
  assert.deepEqual(
    combined.map((one) => ["field" in one ? one.field.name : "row", one.by]),
    [
      ["name", "theirs"],
      ["address.city", "yours"],
      ["name", "yours"],
      ["capacity", "theirs"],
      ["overlaps", "yours"],
    ],
  );
});

test("asks for each field that both changed, and takes the value of whom the choice names", () => {
  const theirs = { name: "Old Custom House", sections: [{ ...STALLS, capacity: "170" }, CIRCLE] };
  const yours = { name: "Customhouse", sections: [{ ...STALLS, capacity: "190" }, CIRCLE] };
  const asked = merged(theirs, yours);
  assert.deepEqual(
    asked.clashes.map(({ path }) => path),
    ["name", "sections.1.capacity"],
  );
  const { values } = merged(theirs, yours, (path) => (path === "name" ? "yours" : "theirs"));
  assert.deepEqual(values, { ...OPENED, name: "Customhouse", sections: [{ ...STALLS, capacity: "170" }, CIRCLE] });
});

test("finds no clash where both made the same change, or order their choices differently", () => {
  const theirs = { name: "Customhouse", sections: [{ ...STALLS, overlaps: ["3", "2"] }, CIRCLE] };
  const { clashes, combined } = merged(theirs, { name: "Customhouse" });
  assert.deepEqual([clashes, combined], [[], []]);
});

test("keeps the rows that each of the two added, and leaves out one that is gone", () => {
  const gallery = { key: "3", name: "Gallery", capacity: "40", overlaps: [] };
  const boxes = { key: "new1", name: "Boxes", capacity: "8", overlaps: ["2"] };
  const { values, clashes } = merged({ sections: [STALLS, gallery] }, { sections: [STALLS, CIRCLE, boxes] });
  assert.deepEqual([values.sections, clashes], [[STALLS, gallery, boxes], []]);
});

test("a row that the reader has saved meanwhile is no change of theirs", () => {
  const saved = { key: "4", name: "Boxes", capacity: "8", overlaps: [] };
  const { values, combined } = merged({ sections: [STALLS, CIRCLE, saved] }, { sections: [STALLS, CIRCLE, saved] });
  assert.deepEqual([values.sections, combined], [[STALLS, CIRCLE, saved], []]);
});

test("a row that is no thing of its own can be taken out, unless the other has changed it", () => {
  const dates: readonly FormField[] = [
    {
      kind: "rows",
      name: "dates",
      label: "dates",
      add: "add",
      untitled: "new",
      max: 9,
      fields: [{ kind: "choice", name: "what", label: "what", optionsFrom: "dates" }],
    },
  ];
  const [first, second] = [
    { key: "date.1", what: "date.1" },
    { key: "date.2", what: "date.2" },
  ];
  const opened = { dates: [first, second] };
  const after = (theirs: readonly RowValues[], yours: readonly RowValues[]) =>
    merge(dates, { opened, theirs: { dates: theirs }, yours: { dates: yours } }, () => undefined).values;
  assert.deepEqual(after([first, second], [second]), { dates: [second] });
  assert.deepEqual(after([second], [first, second]), { dates: [second] });
  const changed = { ...first, what: "date.3" };
  assert.deepEqual(after([changed, second], [second]), { dates: [changed, second] });
});
