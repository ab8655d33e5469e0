import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { drawnOrder, sha256 } from "./line.ts";

const [, program = ""] = /node -e '\n([\s\S]*?)' https:/.exec(readFileSync("docs/promoters.md", "utf8")) ?? [];
const SEED = sha256("a seed");
const IDS = drawnOrder(
  SEED,
  Array.from({ length: 50 }, (_, at) => sha256(`${at}`).slice(0, 32)),
);

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

test("P39: the documented command confirms a draw", async () => {
  assert.equal(await check({ seed: SEED, ids: IDS }, sha256(SEED)), "50 places are as drawn.\n");
});

test("the control: the documented command finds two exchanged places, and another seed than the announced one", async () => {
  const [one = "", two = "", ...rest] = IDS;
  assert.match(await check({ seed: SEED, ids: [two, one, ...rest] }, sha256(SEED)), /Place 1 is not as drawn/);
  const other = sha256("another seed");
  const ids = drawnOrder(other, IDS);
  assert.match(await check({ seed: other, ids }, sha256(SEED)), /not the announced one/);
});
