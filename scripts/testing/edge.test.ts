import assert from "node:assert/strict";
import { test } from "node:test";
import { howToInstall, missingPrograms } from "./edge.ts";

test("names the packages of programs that are missing", () => {
  assert.deepEqual(missingPrograms(["sh", "no-such-program"]), ["no-such-program"]);
  assert.equal(
    howToInstall(["firefox-esr", "WebKitWebDriver", "Xvfb"]),
    "firefox-esr, WebKitWebDriver, Xvfb not installed: apt-get install firefox-esr webkit2gtk-driver xvfb",
  );
  assert.match(howToInstall(["pg_createcluster", "pg_dump"]), /: apt-get install postgresql$/);
});
