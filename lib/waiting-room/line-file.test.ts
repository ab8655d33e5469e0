import assert from "node:assert/strict";
import { appendFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inProcesses } from "#e2e/tools/another-process.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { drawnOrder } from "./draw.ts";
import { turnOf } from "./line.ts";
import { appendToLine, lineFolder, readLine } from "./line-file.ts";

const FOYER_DATA = applySettingsInFolder();

const USE = `import { appendToLine, readLine } from "#lib/waiting-room/line-file.ts";
import { callNext } from "#lib/waiting-room/calling.ts";`;
const NOW = 1_800_000_000_000;
const fileOf = (eventId: number) => join(lineFolder(), `${eventId}.log`);

test("P39: processes that share a folder give every visitor one place, and agree on the seed and the draw", async () => {
  const printed = await inProcesses(
    4,
    `${USE}
    const mine = [];
    appendToLine(1, ["seed", String(process.pid)]);
    for (let at = 0; at < 250; at += 1) {
      const id = process.pid + "x" + at;
      appendToLine(1, ["joined", id, "n" + at % 9]);
      mine.push(id);
      if (at === 100) appendToLine(1, ["drawn"]);
      if (at > 100) appendToLine(1, ...callNext(readLine(1), 5, 5, at));
      if (at > 100) appendToLine(1, ["told", mine[at - 100], String(at), "3"]);
    }
    process.stdout.write(JSON.stringify(mine));`,
    { FOYER_DATA },
  );
  const ids = printed.flatMap((text) => JSON.parse(text) as readonly string[]);
  const line = readLine(1);
  assert.equal(line?.ids.length, 1_000);
  assert.deepEqual(new Set(line.ids), new Set(ids));
  const networkOf = (id: string) => line.visitors.get(id)?.network;
  const drawn = line.ids.slice(0, line.drawn);
  assert.deepEqual(drawn, drawnOrder(line.seed ?? "", drawn, networkOf));
  assert.ok(line.passed.length > 0 && line.inside.size > 0);
  for (const { inside } of line.networks.values()) assert.ok(inside.size <= 3);
  const again = await inProcesses(
    2,
    `${USE} const { seed, drawn, ids, passed, inside } = readLine(1);
    process.stdout.write(JSON.stringify([seed, drawn, ids, passed, [...inside]]));`,
    { FOYER_DATA },
  );
  const { seed, ids: places, passed, inside } = line;
  for (const text of again) assert.deepEqual(JSON.parse(text), [seed, line.drawn, places, passed, [...inside]]);
});

test("P39: of processes that use one pass at once exactly one has it", async () => {
  appendToLine(2, ["seed", "s"], ["joined", "ann"], ["drawn"], ["called", "1", "0"], ["told", "ann", "0"]);
  const printed = await inProcesses(
    6,
    `${USE} process.stdout.write(String(
      appendToLine(2, ["used", "ann", String(process.pid)]).visitors.get("ann").usedBy === String(process.pid)));`,
    { FOYER_DATA },
  );
  assert.deepEqual(printed.toSorted(), ["false", "false", "false", "false", "false", "true"]);
});

test("a record that a full disk left incomplete means nothing, and damages no later one", () => {
  appendToLine(3, ["seed", "s"], ["joined", "ann"], ["drawn"], ["called", "1", "0"]);
  const before = structuredClone(readLine(3));
  for (const cut of ["joined b", "told ann 17", "told ann 1700000000000", "told ann 1700000000000 "]) {
    appendFileSync(fileOf(3), `\n${cut}`);
    assert.deepEqual(readLine(3), before);
  }
  assert.deepEqual(appendToLine(3, ["joined", "cy"]).ids, ["ann", "cy"]);
  assert.equal(readLine(3)?.visitors.get("ann")?.toldAt, undefined);
  appendToLine(3, ["told", "ann", "1700000000000"]);
  assert.equal(readLine(3)?.visitors.get("ann")?.toldAt, 1_700_000_000_000);
});

test("another may neither read nor write a line's file, which has the seed before the draw", () => {
  appendToLine(4, ["seed", "s"]);
  assert.equal(statSync(fileOf(4)).mode & 0o077, 0);
  assert.equal(statSync(lineFolder()).mode & 0o077, 0);
});

test("there is no line where nobody has joined, and none after its file was removed", () => {
  assert.equal(readLine(5), undefined);
  appendToLine(5, ["seed", "s"], ["joined", "ann"]);
  rmSync(fileOf(5));
  assert.equal(readLine(5), undefined);
  assert.deepEqual(appendToLine(5, ["seed", "t"], ["joined", "bo"], ["joined", "cy"]).ids, ["bo", "cy"]);
});

test("a file of before, whose records name no networks, means the same as then", () => {
  const records = `seed 5eed .\n\njoined ann .\njoined bo .\njoined cy .\njoined di .\ndrawn .\ncalled 3 ${NOW} .\n`;
  appendToLine(6, ["seed", "5eed"]);
  appendFileSync(fileOf(6), records);
  const byHash = drawnOrder("5eed", ["ann", "bo", "cy", "di"]);
  const [one = "", two = "", three = "", four = ""] = byHash;
  appendFileSync(fileOf(6), `told ${one} ${NOW} .\nused ${one} 1 .\ntold ${two} ${NOW} .\njoined ed .\n`);
  const line = readLine(6);
  assert.ok(line);
  assert.deepEqual(
    [one, two, three, four, "ed"].map((id) => turnOf(line, id, NOW)),
    [
      { state: "used" },
      { state: "inside", until: NOW + 600_000 },
      { state: "waiting", place: 1, isPassed: false },
      { state: "waiting", place: 1, isPassed: false },
      { state: "waiting", place: 2, isPassed: false },
    ],
  );
  assert.deepEqual(line.ids, [...byHash, "ed"]);
});
