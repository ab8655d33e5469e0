import { p95 } from "#scripts/bench/report.ts";
import type { Seen } from "./buyers.ts";

/** An act of the night, and what buyers saw in it. */
export type Row = { readonly name: string; readonly seconds: number; readonly seen: Seen };

const HEADINGS = [
  "act",
  "s",
  "paid",
  "a second",
  "longest pause s",
  "Pay p95 s",
  "event page p95 ms",
  "views failed",
  "asked to wait",
  "paid after a reload",
  "no ticket",
  "failures seen, by page",
];

/** Prints a table of the acts, as Markdown. */
export function printTable(rows: readonly Row[]): void {
  const cells = [HEADINGS, HEADINGS.map(() => "---"), ...rows.map(cellsOf)];
  for (const line of cells) console.log(`| ${line.join(" | ")} |`);
}

function cellsOf({ name, seconds, seen }: Row): readonly string[] {
  const { payMs, viewMs, paidAt, refused, faults, recovered, lost, viewsFailed } = seen;
  const pauses = paidAt.slice(1).map((at, before) => at - (paidAt[before] ?? at));
  return [
    name,
    seconds.toFixed(0),
    `${paidAt.length}`,
    (paidAt.length / seconds).toFixed(1),
    (Math.max(...pauses) / 1_000).toFixed(1),
    (p95(payMs) / 1_000).toFixed(1),
    p95(viewMs).toFixed(0),
    `${viewsFailed}`,
    `${refused}`,
    `${recovered}`,
    `${lost.length}`,
    [...faults].map(([kind, count]) => `${count} × ${kind}`).join(", ") || "none",
  ];
}
