import assert from "node:assert/strict";
import { test } from "node:test";
import { coordinatesOf } from "./coordinates.ts";

test("reads the point of a map's link", () => {
  for (const link of [
    "https://www.openstreetmap.org/?mlat=-41.2865&mlon=174.7762",
    "https://www.openstreetmap.org/?mlat=-41.2865&mlon=174.7762#map=17/0.1/0.2",
    "https://www.openstreetmap.org/#map=17/-41.2865/174.7762",
    "https://www.google.com/maps/search/?api=1&query=-41.2865%2C174.7762",
    "https://www.google.com/maps/@-41.2865,174.7762,17z",
    "https://maps.apple.com/?ll=-41.2865,174.7762",
  ])
    assert.deepEqual(coordinatesOf(link), { latitude: -41.2865, longitude: 174.7762 }, link);
});

test("other links, and points that do not exist, have none", () => {
  for (const link of [
    undefined,
    "https://venue.example/map",
    "https://www.google.com/maps/search/?api=1&query=The+Glasshouse%2C+Wellington",
    "https://www.openstreetmap.org/?mlat=91&mlon=0",
    "https://www.openstreetmap.org/?mlat=0&mlon=181",
  ])
    assert.equal(coordinatesOf(link), undefined, link);
});
