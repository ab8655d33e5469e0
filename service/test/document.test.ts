import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/http/calls.ts";
import { openApiDocument } from "#src/http/openapi.ts";

const { paths } = openApiDocument(CALLS);
const operations = (path: string) => Object.keys(paths[path] ?? {}).toSorted();

const ENTITIES = [
  ...["user", "venue", "venueSection", "venueConfiguration", "event", "eventDate", "ticketType", "masterTicket"],
  ...["additionalField", "eventGroup", "festivalDiscount", "multipack", "discount", "code"],
];
for (const entity of ENTITIES) {
  test(`${entity}: added, read and changed, and its filling in needs the right to manage`, () => {
    assert.deepEqual(operations(`/${entity}`), ["post"]);
    assert.deepEqual(operations(`/${entity}/{id}`), ["get", "put"]);
    for (const filled of [paths[`/${entity}`]?.post, paths[`/${entity}/{id}`]?.put]) {
      assert.equal(Reflect.get(Object(filled), "x-capability"), "MANAGE");
    }
  });
}

test("an account is read and changed, and opened by setup alone", () => {
  assert.deepEqual(operations("/account/{id}"), ["get", "put"]);
  assert.deepEqual(operations("/account"), []);
});

test("what is shown to the public is published, and what takes something off is enabled, by an address of its own", () => {
  for (const entity of ["event", "eventGroup"]) {
    assert.deepEqual(operations(`/${entity}/{id}/publish/{published}`), ["put"]);
  }
  for (const entity of ["festivalDiscount", "multipack", "additionalField"]) {
    assert.deepEqual(operations(`/${entity}/{id}/enable/{enabled}`), ["put"]);
  }
});

test("every list of an account comes in pages", () => {
  const lists = CALLS.flatMap(({ method, path }) => {
    const { get } = paths[path] ?? {};
    const [answer, asked] = [JSON.stringify(Object(get).responses?.["200"]), JSON.stringify(Object(get).parameters)];
    const isList = /"schema":\{"type":"array"|"properties":\{"refs":/.test(answer ?? "");
    return method === "GET" && isList ? [{ path, isPaged: /"name":"page".*"name":"pageSize"/.test(asked) }] : [];
  });
  assert.ok(lists.length >= 8);
  assert.deepEqual(
    lists.filter(({ isPaged }) => !isPaged),
    [],
  );
});
