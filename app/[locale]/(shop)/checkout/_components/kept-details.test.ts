import assert from "node:assert/strict";
import { test } from "node:test";
import { keepDetails, keptDetails } from "./kept-details.ts";

function store() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    kept,
  };
}

function typed(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

test("P49: returns what was typed for half an hour", () => {
  const tab = store();
  keepDetails(tab, typed({ firstName: "Ada", email: "ada@ex" }), 1_000);
  assert.deepEqual(keptDetails(tab, 1_000 + 30 * 60_000), { firstName: "Ada", email: "ada@ex" });
  assert.deepEqual(keptDetails(tab, 1_001 + 30 * 60_000), {});
});

test("keeps answers to questions with the details", () => {
  const tab = store();
  keepDetails(tab, typed({ "q-Team": "Red", "g-12-0-NAME": "Kiri", quantity: "2" }), 0);
  assert.deepEqual(keptDetails(tab, 0), { "q-Team": "Red", "g-12-0-NAME": "Kiri" });
});

test("keeps with the name that it is the only one", () => {
  const tab = store();
  keepDetails(tab, typed({ firstName: "", lastName: "Suharto", oneName: "on" }), 0);
  assert.deepEqual(keptDetails(tab, 0), { firstName: "", lastName: "Suharto", oneName: "on" });
});

test("P49: keeps no token, no card and no consent", () => {
  const tab = store();
  keepDetails(
    tab,
    typed({ firstName: "Ada", formToken: "secret", number: "4111 1111 1111 1111", optIn: "on", "terms-0": "ticked" }),
    0,
  );
  const all = [...tab.kept.values()].join();
  for (const never of ["secret", "4111", "optIn", "ticked"]) assert.equal(all.includes(never), false, never);
});

test("ignores a stored value of another form", () => {
  for (const text of ["", "{", "null", "[]", '"x"', '{"at":0}', '{"at":"0","details":{}}', '{"at":0,"details":null}']) {
    const tab = store();
    tab.kept.set("foyer details", text);
    assert.deepEqual(keptDetails(tab, 0), {}, text);
  }
});
