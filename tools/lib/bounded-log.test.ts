import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bound } from "./bounded-log.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-bounded-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a log that is too long is moved aside, and its program writes on at the beginning", () => {
  const log = join(folder, "service.log");
  const handle = openSync(log, "a", 0o600);
  for (const [line, kept, previous] of [
    ["one\n", "one\n", undefined],
    ["two\n", "", "one\ntwo\n"],
    ["six\n", "six\n", "one\ntwo\n"],
    ["ten\n", "", "six\nten\n"],
  ] as const) {
    writeSync(handle, line);
    bound(log, 6);
    assert.equal(readFileSync(log, "utf8"), kept);
    if (previous !== undefined) assert.equal(readFileSync(join(folder, "service.previous.log"), "utf8"), previous);
  }
  closeSync(handle);
  bound(join(folder, "absent.log"), 6);
});
