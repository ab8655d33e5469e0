import assert from "node:assert/strict";
import { test } from "node:test";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { inputOfPath, rowsIn, withFields } from "#lib/promoter/forms/fields.ts";
import { readForm } from "#lib/promoter/forms/read-form.ts";
import { reasonWords, refusalTexts } from "#lib/promoter/forms/reasons.ts";
import { formSchema } from "#lib/promoter/forms/schema.ts";
import { typedIn, withRowsChanged } from "#lib/promoter/forms/sent-form.ts";
import { valuesIn } from "#lib/promoter/forms/state.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import { withIds } from "#lib/ticketing/manage/saved.ts";
import { setAccountCurrency } from "#lib/ticketing/model/money.ts";

setAccountCurrency("NZD");

const FIELDS: readonly FormField[] = [
  { kind: "text", name: "name", label: "name", max: 5, required: true },
  { kind: "text", name: "address.city", label: "city", max: 9 },
  { kind: "longText", name: "notes", label: "notes", max: 50 },
  { kind: "text", name: "mapUrl", label: "map", max: 99, format: "webAddress" },
  { kind: "money", name: "price", label: "price" },
  { kind: "time", name: "start", label: "start" },
  { kind: "choice", name: "page", label: "page", options: [{ value: "TICKETS", label: "tickets" }] },
  {
    kind: "rows",
    name: "sections",
    label: "sections",
    add: "add",
    untitled: "new",
    max: 2,
    fields: [
      { kind: "number", name: "capacity", label: "places", min: 1, max: 900, required: true },
      { kind: "choices", name: "overlaps", label: "overlaps", of: "sections" },
    ],
  },
];

function formOf(entries: readonly (readonly [name: string, value: string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("reads a form's rows, choices, line breaks and times; what is not declared is left out", () => {
  const form = formOf([
    ["name", " Shed\u0007Nine "],
    ["notes", "One\r\nTwo\u0007"],
    ["price", "12,50"],
    ["start.day", "2026-12-04"],
    ["start.clock", "19:30"],
    ["isAdmin", "1"],
    ["sections.0.key", "7"],
    ["sections.0.capacity", "1 80"],
    ["sections.0.overlaps", "new1"],
    ["sections.0.overlaps", "9"],
    ["sections.1.key", "new1"],
    ["sections.1.capacity", "٦٠"],
    ["sections.3.key", "new3"],
  ]);
  assert.deepEqual(readForm(FIELDS, form), {
    name: "Shed Nine",
    "address.city": "",
    notes: "One\nTwo",
    mapUrl: "",
    price: "12.50",
    start: "04-12-2026T19:30",
    page: "",
    sections: [
      { key: "7", capacity: "180", overlaps: ["new1", "9"] },
      { key: "new1", capacity: "60", overlaps: [] },
    ],
  });
});

test("reads at most one row more than a list may have, and the schema refuses it", () => {
  const rows = Array.from({ length: 50 }, (_, at) => [`sections.${at}.key`, `${at}`] as const);
  const read = readForm(
    FIELDS,
    formOf([...rows, ...rows.map(([name]) => [name.replace("key", "capacity"), "9"] as const)]),
  );
  assert.equal((read.sections as readonly unknown[]).length, 3);
  assert.deepEqual(problemsOf({ ...read, name: "Shed" }), [["sections", "too_many 2"]]);
});

test("a list that needs a row is refused without one", () => {
  const rows = FIELDS.map((field) => (field.kind === "rows" ? ({ ...field, required: true } as const) : field));
  const { error } = formSchema(rows).safeParse({ ...withFields(rows), name: "Shed" });
  assert.deepEqual(
    error?.issues.map(({ path, message }) => [path.join("."), message]),
    [["sections", "too_few 1"]],
  );
});

function problemsOf(values: object) {
  const { error } = formSchema(FIELDS).safeParse({ ...withFields(FIELDS), ...values });
  return error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
}

test("says the service's reason for what it would refuse", () => {
  assert.deepEqual(
    problemsOf({
      "address.city": "Wellington",
      mapUrl: "https://harbour.example@evil.example",
      price: "1.005",
      start: "31-02-2027T10:00",
      page: "MERCHANDISE",
      sections: [
        { key: "1", capacity: "0", overlaps: [] },
        { key: "2", capacity: "many", overlaps: [] },
      ],
    }),
    [
      ["name", "required"],
      ["address.city", "too_long 9"],
      ["mapUrl", "not_a_web_address"],
      ["price", "too_many_decimals"],
      ["start", "not_a_time"],
      ["page", "not_a_choice"],
      ["sections.0.capacity", "too_small 1"],
      ["sections.1.capacity", "not_whole"],
    ],
  );
});

test("finds the input of a path on the wire", () => {
  const paths = [
    "name",
    "address.city",
    "sections[1].overlaps[0]",
    "sections.0.capacity",
    "sections",
    "sections[0].door",
    "version",
    "",
  ];
  assert.deepEqual(
    paths.map((path) => inputOfPath(FIELDS, path)),
    ["name", "address.city", "sections.1.overlaps", "sections.0.capacity", "sections", undefined, undefined, undefined],
  );
});

test("a refusal reads in the reader's language at its field: by reason, else by code; of no field it stands above the form", () => {
  const errors = [
    { path: "name", code: "RANGE", reason: "too_long", limit: 5 },
    { path: "name", code: "REQUIRED" },
    { path: "sections[0].capacity", code: "RANGE", reason: "more_are_taken" },
    { path: "mapUrl", code: "TYPE", reason: "a reason of tomorrow" },
    { path: "version", code: "A CODE OF TOMORROW" },
  ];
  assert.deepEqual(refusalTexts(FIELDS, errors, wordsOf("de").Reasons), {
    fieldErrors: {
      name: "Höchstens 5 Zeichen.",
      "sections.0.capacity":
        "An einem künftigen Termin sind schon mehr Tickets vergeben. Geben Sie eine größere Zahl ein.",
      mapUrl: "Der Ticketdienst kann das nicht lesen. Prüfen Sie es.",
    },
    message: "Der Ticketdienst hat das nicht angenommen. Prüfen Sie es, und versuchen Sie es erneut.",
  });
});

test("a save that got no answer in its middle says so", () => {
  const words = wordsOf("de");
  const { message } = refusalTexts(FIELDS, [{ path: "", code: "NO_ANSWER" }], reasonWords(words));
  assert.equal(message, words.Errors.lost.no_answer);
});

test("the ids of rows that were saved replace their keys, and no text", () => {
  const values = {
    name: "new1",
    sections: [
      { key: "new1", capacity: "5", overlaps: [] },
      { key: "2", capacity: "new1", overlaps: ["new1"] },
    ],
  };
  assert.deepEqual(withIds(values, new Map([["new1", "31"]])), {
    name: "new1",
    sections: [
      { key: "31", capacity: "5", overlaps: [] },
      { key: "2", capacity: "new1", overlaps: ["31"] },
    ],
  });
});

test("however many rows a forged form has, as many are drawn again as a list may have, and one that is refused", () => {
  const rows = (from: number) =>
    JSON.stringify({ sections: Array.from({ length: 1_000 }, (_, index) => ({ key: `${from + index}` })) });
  const hidden = [
    ["opened", "{}"],
    ["theirs", rows(0)],
    ["yours", rows(5_000)],
  ] as const;
  const { values, opened } = typedIn(FIELDS, formOf(hidden));
  assert.equal(rowsIn(values, "sections").length, 3);
  assert.equal(rowsIn(opened?.values, "sections").length, 3);
  assert.deepEqual(problemsOf({ ...values, name: "Shed" }).at(0), ["sections", "too_many 2"]);

  const full = { sections: [1, 2, 3].map((key) => ({ key: `${key}` })) };
  const added = withRowsChanged(FIELDS, full, formOf([["add", "sections"]]));
  assert.equal(rowsIn(added, "sections").length, 3);
});

test("what a forged hidden field has in place of values becomes empty values", () => {
  for (const text of ["null", "[]", "{", '{"sections":"all","name":{"a":1}}', '{"sections":[["x"],null,7]}']) {
    const values = valuesIn(formOf([["opened", text]]), "opened");
    assert.deepEqual(withFields(FIELDS, values), withFields(FIELDS));
  }
});

test("check marks have declared options alone, a choice of the page's any, and an address is an email", () => {
  const fields: readonly FormField[] = [
    { kind: "checks", name: "access", label: "access", required: true, options: [{ value: "SCAN", label: "scan" }] },
    { kind: "choice", name: "what", label: "what", required: true, optionsFrom: "dates" },
    { kind: "text", name: "email", label: "email", max: 99, format: "email" },
  ];
  const problemsOf = (entries: readonly (readonly [string, string])[]) =>
    formSchema(fields)
      .safeParse(readForm(fields, formOf(entries)))
      .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const good = [
    ["access", "SCAN"],
    ["what", "date.34"],
  ] as const;
  assert.equal(problemsOf(good), undefined);
  assert.deepEqual(problemsOf([...good, ["access", "PUBLIC"], ["email", "door"]]), [
    "access: not_a_choice",
    "email: not_an_email",
  ]);
  assert.deepEqual(problemsOf([]), ["access: none_chosen", "what: required"]);
});
