import assert from "node:assert/strict";
import test from "node:test";
import { REF, refOf } from "./link.ts";

const NAMES: readonly (readonly [name: string, taken: readonly string[], ref: string])[] = [
  ["Spring newsletter", [], "spring-newsletter"],
  ["Frühling & Élan!", [], "fruhling-elan"],
  ["Spring", ["spring", "spring-2"], "spring-3"],
  ["مهرجان الميناء", [], "link"],
  ["…", ["link"], "link-2"],
  [`A ${"very ".repeat(40)}long name`, [], `a-${"very-".repeat(10)}ver`],
];

for (const [name, taken, ref] of NAMES)
  test(`the ref of ${JSON.stringify(name.slice(0, 30))} is ${ref}`, () => {
    const made = refOf({ name, kind: "LINK" }, new Set(taken));
    assert.equal(made, ref);
    assert.match(made, REF);
  });
