import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { drawnOrder, sha256 } from "./draw.ts";

const [, program = ""] = /node -e '\n([\s\S]*?)' https:/.exec(readFileSync("docs/promoters.md", "utf8")) ?? [];
const SEED = sha256("a seed");
const idOf = (at: number) => sha256(`${at}`).slice(0, 32);
/** Half of the draw is of one network, and some of no known one. */
const numberOf = (at: number) => (at % 2 === 0 ? "a0" : at % 5 === 0 ? "" : `b${at}`);
const NUMBERS = new Map(Array.from({ length: 100 }, (_, at) => [idOf(at), numberOf(at)]));
const networkOf = (id: string) => NUMBERS.get(id) || undefined;
const DRAWN = drawnOrder(SEED, [...NUMBERS.keys()], networkOf);
const LATER = ["1a7e", "1a7e2"];

/** Returns what is published of a line with these ids, the last two of which came after the draw. */
function lineWith(seed: string, drawn: readonly string[], later: readonly string[] = LATER, laterNetwork = "a0") {
  const ids = [...drawn, ...later];
  return { seed, drawn: drawn.length, ids, networks: ids.map((id) => NUMBERS.get(id) ?? laterNetwork) };
}

let published: object = {};
const server = createServer((_request, response) => response.end(JSON.stringify(published))).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());

/** Runs the command of docs/promoters.md for this draw. Returns what it prints, also where it fails. */
async function check(draw: object, announced: string): Promise<string> {
  published = draw;
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = promisify(execFile)(process.execPath, ["-e", program, address, announced]);
  return run.then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  );
}

test("P39: the documented command confirms a draw with the shares of its networks, and those who came later", async () => {
  assert.equal(await check(lineWith(SEED, DRAWN), sha256(SEED)), "100 places are as drawn, and 2 came later.\n");
  const alone = { seed: SEED, drawn: 1, ids: ["a"], networks: [""] };
  assert.equal(await check(alone, sha256(SEED)), "1 places are as drawn, and 0 came later.\n");
});

test("the control: the documented command finds exchanged places, another seed, a draw without shares and a full network", async () => {
  const [one = "", two = "", ...rest] = DRAWN;
  assert.match(await check(lineWith(SEED, [two, one, ...rest]), sha256(SEED)), /Place 1 is not as drawn/);
  const other = sha256("another seed");
  assert.match(await check(lineWith(other, drawnOrder(other, DRAWN, networkOf)), sha256(SEED)), /not the announced/);
  assert.match(await check(lineWith(SEED, drawnOrder(SEED, DRAWN)), sha256(SEED)), /Place \d+ is not as drawn/);
  const many = Array.from({ length: 5_000 }, (_, at) => `${at}`);
  assert.match(await check(lineWith(SEED, DRAWN, many), sha256(SEED)), /Network a0 has more than 5000 places/);
  assert.match(await check(lineWith(SEED, DRAWN, many, "cc"), sha256(SEED)), /5000 came later/);
  assert.match(await check(lineWith(SEED, DRAWN, [one]), sha256(SEED)), /An id has two places/);
});
