import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { CALLS } from "#src/calls.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { openApiDocument } from "#src/platform/http/openapi/document.ts";
import { id, idParams } from "#src/platform/http/shapes.ts";
import { inlineRefs } from "#test/platform/inline-refs.ts";
import { listPaths, unpaged } from "#test/platform/lists.ts";

const { paths } = inlineRefs(openApiDocument(CALLS));
const operations = (path: string) => Object.keys(paths[path] ?? {}).toSorted();

const ENTITIES = [
  ...["user", "venue", "venueSection", "venueConfiguration", "event", "eventDate", "ticketType", "masterTicket"],
  ...["additionalField", "eventGroup", "festivalDiscount", "multipack", "discount", "code"],
];
for (const entity of ENTITIES) {
  test(`declares calls to add, read and change ${entity}, with MANAGE for the changes`, () => {
    assert.deepEqual(operations(`/${entity}`), ["post"]);
    assert.deepEqual(operations(`/${entity}/{id}`), ["get", "put"]);
    for (const filled of [paths[`/${entity}`]?.post, paths[`/${entity}/{id}`]?.put]) {
      assert.deepEqual(Reflect.get(Object(filled), "security"), [{ basic: ["MANAGE"] }]);
    }
  });
}

test("declares calls to read and change an account, and none to open one", () => {
  assert.deepEqual(operations("/account/{id}"), ["get", "put"]);
  assert.deepEqual(operations("/account"), []);
});

test("declares separate calls to publish events and to enable discounts", () => {
  for (const entity of ["event", "eventGroup"]) {
    assert.deepEqual(operations(`/${entity}/{id}/publish/{published}`), ["put"]);
  }
  for (const entity of ["festivalDiscount", "multipack", "additionalField"]) {
    assert.deepEqual(operations(`/${entity}/{id}/enable/{enabled}`), ["put"]);
  }
});

test("declares paging for every list", () => {
  const lists = listPaths(paths);
  assert.ok(lists.length >= 15, lists.join(" "));
  assert.deepEqual(unpaged(paths, lists), []);
});

test("the control: the check finds a list without paging", () => {
  const bare = declareCall({
    ...{ method: "GET", path: "/event/{id}/hats", summary: "Hats", access: "ANY_USER" },
    params: idParams,
    answer: z.object({ hats: z.array(z.object({ id })) }),
    handle: async () => answer({ hats: [] }),
  });
  const sinful = inlineRefs(openApiDocument([...CALLS, bare])).paths;
  assert.deepEqual(unpaged(sinful, listPaths(sinful)), ["/event/{id}/hats"]);
});
