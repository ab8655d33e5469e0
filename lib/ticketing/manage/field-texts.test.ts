import assert from "node:assert/strict";
import { test } from "node:test";
import { changedBody, textsOf } from "#lib/ticketing/manage/field-texts.ts";
import { NEW_VENUE_FIELDS, SECTION_FIELDS } from "#lib/ticketing/manage/venues.ts";

const READ = {
  name: "The Customhouse",
  timeZone: "Pacific/Auckland",
  mapUrl: null,
  address: { city: "Wellington", state: 7, country: null },
};
const OPENED = textsOf(NEW_VENUE_FIELDS, READ);

test("the texts of what was read are those of the declared fields", () => {
  assert.partialDeepStrictEqual(OPENED, { name: "The Customhouse", mapUrl: "", "address.city": "Wellington" });
  assert.equal(OPENED["address.state"], "7");
  assert.equal(textsOf(NEW_VENUE_FIELDS, { address: null })["address.city"], "");
  assert.deepEqual(textsOf(SECTION_FIELDS, { name: "Stalls", capacity: 0, door: null }), {
    name: "Stalls",
    capacity: "0",
    door: "",
  });
});

test("each declared text that was changed is sent, and no other", () => {
  assert.deepEqual(changedBody(NEW_VENUE_FIELDS, OPENED, OPENED), {});
  for (const field of [...NEW_VENUE_FIELDS, ...SECTION_FIELDS]) {
    if (field.kind !== "text" && field.kind !== "number") continue;
    const body = changedBody([field], { [field.name]: "1" }, { [field.name]: "2" });
    assert.match(JSON.stringify(body), /2/, field.name);
  }
  const city = changedBody(NEW_VENUE_FIELDS, OPENED, { ...OPENED, "address.city": "Porirua" });
  assert.deepEqual(Object.keys(city), ["address"]);
  assert.partialDeepStrictEqual(city, { address: { city: "Porirua", country: "" } });
});

test("an empty line is null where it may be empty, a long text stays, and a number is one", () => {
  const about = { kind: "longText", name: "about", label: "about", max: 100 } as const;
  assert.deepEqual(changedBody([about], { about: "Old" }, { about: "" }), { about: "" });
  const section = { name: "Stalls", capacity: "180", door: "" };
  assert.deepEqual(changedBody(SECTION_FIELDS, undefined, section), { name: "Stalls", capacity: 180, door: null });
});
