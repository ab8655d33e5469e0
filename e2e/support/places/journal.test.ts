import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { openJournal } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-journal-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const PROCESSES = 4;
const ENTRIES = 200;

test("keeps every entry of processes that append concurrently", async () => {
  const journal = openJournal(join(folder, "concurrent"));
  const module = pathToFileURL(join(import.meta.dirname, "journal.ts")).href;
  const script = `const { openJournal } = await import(${JSON.stringify(module)});
    const journal = openJournal(${JSON.stringify(journal.folder)});
    for (let n = 0; n < ${ENTRIES}; n++) journal.append({ entry: "end", test: process.argv[1] + n + "x".repeat(500) });`;
  const names = Array.from({ length: PROCESSES }, (_, n) => `process ${n} `);
  await Promise.all(names.map((name) => promisify(execFile)(process.execPath, ["-e", script, name])));
  const tests = journal.entries().map((entry) => (entry.entry === "end" ? entry.test.replace(/x+$/, "") : ""));
  const expected = names.flatMap((name) => Array.from({ length: ENTRIES }, (_, n) => `${name}${n}`));
  assert.deepEqual(tests.toSorted(), expected.toSorted());
});

test("leaves out a line that a crash cut off", () => {
  const journal = openJournal(join(folder, "cut"));
  journal.append({ entry: "end", test: "a" });
  appendFileSync(join(journal.folder, "journal.jsonl"), '{"entry":"end","te');
  assert.equal(journal.entries().length, 1);
});

test("saves cookies in a file that only its owner may read, and returns the newest", () => {
  const journal = openJournal(join(folder, "sessions"));
  journal.append({ entry: "end", test: "a" });
  journal.saveSession({ session: "a#0", cookie: "one=1" });
  journal.saveSession({ session: "a#0", cookie: "one=2" });
  assert.deepEqual([...journal.savedSessions()], [["a#0", "one=2"]]);
  assert.equal(statSync(join(journal.folder, "sessions.jsonl")).mode & 0o777, 0o600);
});
