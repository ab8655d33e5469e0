import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { repeatedKey } from "./json-request.ts";

const repeated: readonly (readonly [json: string, path: string])[] = [
  [`{"a":1,"a":1}`, "a"],
  [`{"a":1, "b" : 2 , "\\u0061"\n: 3}`, "a"],
  [`{"tickets":[{"quantity":1},{"quantity":1,"quantity":8}]}`, "tickets[1].quantity"],
  [`[[0,{"x":{"y":[{"z":1}],"y":2}}]]`, "[0][1].x.y"],
  [`{"a":"x\\\\","a":2}`, "a"],
  [`{"__proto__":1,"__proto__":2}`, "__proto__"],
  [`{"":1,"":2}`, ""],
];

for (const [json, path] of repeated) {
  test(`returns the path of the repeated key in ${json}`, () => assert.equal(repeatedKey(json), path));
}

const once = [`{"a":{"a":1},"b":["a","a",":"]}`, `{"a":"a","b":"\\"a\\":1,\\"a\\":"}`, `[{"a":1},{"a":1}]`, `"a"`, "1"];

for (const json of once) {
  test(`finds no repeated key in ${json}`, () => assert.equal(repeatedKey(json), undefined));
}

test("finds no repeated key in the output of JSON.stringify, and finds one that is inserted into it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ minLength: 1 }), fc.jsonValue(), (value, key, inner) => {
      const json = JSON.stringify(value, undefined, 1);
      assert.equal(repeatedKey(json), undefined);
      const name = JSON.stringify(key);
      assert.notEqual(repeatedKey(`[${json},{${name}:${JSON.stringify(inner)},${name}:${json}}]`), undefined);
    }),
  );
});

test("reads a body of a mebibyte that is deeply nested or has one long text", () => {
  for (const json of [`${"[".repeat(500_000)}${"]".repeat(500_000)}`, `{"a":"${"\\\\".repeat(500_000)}"}`]) {
    assert.equal(repeatedKey(json), undefined);
  }
});
