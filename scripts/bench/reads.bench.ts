import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { eventOnSale } from "#e2e/tools/purchase.ts";
import { createVisitor, load } from "#e2e/tools/visitor.ts";
import type { Row } from "./report.ts";

const CONNECTIONS = 24;
const SECONDS = 15;
const VISITORS = 300;
const ARRIVE_MS = 10_000;
const ROBOT = "203.0.113.7";
const CROWD = "192.0.2.7";
const BUYER = "198.51.100.7";

/**
 * Measures how long a visitor's cart takes while 24 connections of another address search without a pause, and whether 300 visitors of one
 * address who open a page within ten seconds all get it. The storefront must trust one proxy. That of an earlier release is measured
 * beside it.
 */
export async function benchReads(storefront: string, earlier?: string): Promise<readonly Row[]> {
  const rows = await measure(storefront);
  const before = earlier === undefined ? [] : await measure(earlier);
  return rows.map((row, at) => ({
    ...row,
    note: before[at] ? `${row.note}  EARLIER ${before[at].measured}` : row.note,
  }));
}

async function measure(storefront: string): Promise<readonly Row[]> {
  const buyer = createVisitor({ network: BUYER });
  const path = await eventOnSale({ origin: storefront, ca: "", network: BUYER });
  const event = await buyer.open(new URL(path, storefront));
  const [, quantity = ""] = /name="(qty\.\d+)"/.exec(event.html) ?? [];
  await buyer.send(event, quantity, { [quantity]: "1" });

  const until = Date.now() + SECONDS * 1_000;
  const [, cartMs] = await Promise.all([
    Promise.all(Array.from({ length: CONNECTIONS }, () => search(storefront, until))),
    timesOf(() => buyer.open(new URL("/en/cart", storefront)), until),
  ]);
  const sorted = cartMs.toSorted((one, other) => one - other);
  const at = (share: number) =>
    `${((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) / 1_000).toFixed(2)} s`;

  const crowd = Array.from({ length: VISITORS }, async (_, nth) => {
    await pause((nth / VISITORS) * ARRIVE_MS);
    const begun = performance.now();
    const url = new URL(`/en/search?q=${nth}`, storefront);
    const { status } = await load(url, { headers: { "x-forwarded-for": CROWD } });
    return { status, ms: performance.now() - begun };
  });
  const answers = await Promise.all(crowd);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return [
    {
      what: `another visitor's cart while ${CONNECTIONS} connections search, p95`,
      measured: at(0.95),
      aim: "≤ 0.5 s",
      note: `median ${at(0.5)}, longest ${at(1)}`,
    },
    {
      what: `of ${VISITORS} visitors of one address in ten seconds got the page`,
      measured: String(answers.filter(({ status }) => status === 200).length),
      aim: String(VISITORS),
      note: `longest wait ${(slowest / 1_000).toFixed(1)} s`,
    },
  ];
}

/** Searches on one connection without a pause, as a robot does. */
async function search(storefront: string, until: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (Date.now() < until)
    await load(new URL("/en/search?q=a", storefront), { agent, headers: { "x-forwarded-for": ROBOT } });
  agent.destroy();
}

const EVERY_MS = 100;

async function timesOf(view: () => Promise<unknown>, until: number): Promise<readonly number[]> {
  const times: number[] = [];
  while (Date.now() < until) {
    const begun = performance.now();
    await view();
    times.push(performance.now() - begun);
    await pause(EVERY_MS);
  }
  return times;
}
