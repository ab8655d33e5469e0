import assert from "node:assert/strict";
import test from "node:test";
import { posterArt } from "./poster-art.ts";

const KEYS = Array.from({ length: 500 }, (_, at) => `event-${at}`);

test("the same key gives the same picture, and different keys rarely do", () => {
  assert.deepEqual(posterArt("event-7", 182), posterArt("event-7", 182));
  assert.ok(new Set(KEYS.map((key) => JSON.stringify(posterArt(key, 182)))).size > 475);
});

test("a picture is small, and has plain numbers and colours only", () => {
  for (const key of KEYS) {
    const { ground, shapes } = posterArt(key, 40);
    assert.ok(JSON.stringify(shapes).length < 3_000, key);
    for (const colour of [...ground, ...shapes.map(({ fill }) => fill)]) assert.match(colour, /^#[0-9a-f]{6}$/);
    for (const { d } of shapes) assert.match(d, /^[MVHLlQqahvZ0-9 .-]*$/);
    assert.equal(new Set(shapes.map(({ d }) => d)).size, shapes.length);
  }
});
