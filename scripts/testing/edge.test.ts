import assert from "node:assert/strict";
import { test } from "node:test";
import { howToInstall, missingPrograms } from "./edge.ts";

test("names the packages of programs that are missing", () => {
  assert.deepEqual(missingPrograms(["sh", "no-such-program"]), ["no-such-program"]);
  assert.equal(
    howToInstall(["firefox-esr", "WebKitWebDriver", "Xvfb"]),
    "firefox-esr, WebKitWebDriver, Xvfb not installed: apt-get install firefox-esr webkit2gtk-driver xvfb",
  );
  // What the stages `restore` and `database` of `npm run test:full` need.
  const [restore, database] = [
    ["pg_createcluster", "pg_dump", "pgbackrest"],
    ["initdb", "pg_basebackup", "pgbouncer"],
  ];
  assert.match(howToInstall(restore), /: apt-get install postgresql pgbackrest$/);
  assert.match(howToInstall(database), /: apt-get install postgresql pgbouncer$/);
});
