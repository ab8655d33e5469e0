import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceFigures, SourceRow } from "#lib/ticketing/manage/sources.ts";
import { foldUnsold } from "./fold-unsold.ts";

const revenue = { minor: 0, currency: "NZD" };
const NONE: SourceFigures = { opened: 0, reserved: 0, orders: 0, tickets: 0, revenue };
const SOLD: SourceFigures = { ...NONE, reserved: 3, orders: 1, tickets: 3 };
const LINK: SourceRow = { kind: "LINK", ref: "street-team", ...NONE };
const DIRECT: SourceRow = { kind: "DIRECT", ...SOLD };
const invented = Array.from(
  { length: 50 },
  (_, at): SourceRow => ({ ...NONE, kind: "REF", ref: `x${at}`, opened: at }),
);
const openedIn = (rows: readonly SourceRow[]) => rows.reduce((sum, { opened }) => sum + opened, 0);

test("of names that sold nothing, the most opened keep their rows, and the rows add up as before", () => {
  const sold: SourceRow = { ...SOLD, kind: "REF", ref: "dj-kim" };
  const others: SourceRow = { ...SOLD, kind: "OTHER", opened: 7 };
  const rows = [LINK, sold, others, ...invented, DIRECT];
  const folded = foldUnsold(rows);
  assert.deepEqual(folded.slice(0, 2), [LINK, sold]);
  assert.deepEqual(folded.slice(2, -2), invented.slice(30));
  assert.deepEqual(folded.at(-1), { ...SOLD, kind: "OTHER", opened: 7 + openedIn(invented.slice(0, 30)) });
  assert.equal(openedIn(folded), openedIn(rows));
});

test("few rows stay as they are, and without a row of other names there is one", () => {
  const few = [LINK, ...invented.slice(0, 20), DIRECT];
  assert.equal(foldUnsold(few), few);
  const folded = foldUnsold([...few, ...invented.slice(20, 21)]);
  assert.deepEqual(folded.at(-1), { ...NONE, kind: "OTHER" }, "the one that was never opened");
  assert.equal(folded.length, few.length + 1);
});
