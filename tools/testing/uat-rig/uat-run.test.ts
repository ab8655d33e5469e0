import assert from "node:assert/strict";
import { test } from "node:test";
import { uatRunOf } from "./uat-run.ts";

test("reads the options of the test system, and leaves the others to Playwright", () => {
  const { parameters, ...wanted } = uatRunOf(["--service", "-g", "one", "--times", "3", "--language", "de", "--proxy"]);
  assert.deepEqual(parameters, ["-g", "one"]);
  assert.deepEqual(wanted, { withService: true, withProxy: true, serves: false, language: "de", times: 3 });
  assert.equal(uatRunOf(["--times=3", "--grep=a=b"]).times, 3);
  assert.deepEqual(uatRunOf(["--language=de", "--grep=a=b"]).parameters, ["--grep=a=b"]);
  assert.deepEqual(uatRunOf([]), {
    ...{ withService: false, withProxy: false, serves: false, language: "en", times: 1 },
    parameters: [],
  });
});

test("refuses a number of runs that is none, and an option without its value", () => {
  for (const times of ["0", "x", "101", "1.5"]) assert.throws(() => uatRunOf(["--times", times]), /--times/);
  assert.throws(() => uatRunOf(["--language"]), /--language needs a value/);
});
