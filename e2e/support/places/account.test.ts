import assert from "node:assert/strict";
import { test } from "node:test";
import { accountOf } from "./account.ts";
import type { Dated, Entry } from "./journal.ts";
import { linesOf, reportOf } from "./report.ts";

const AT = "2030-01-01T10:00:00.000Z";
const PROCESS = { host: "here", pid: 1, started: "1" };
const RUN: Entry = { entry: "run", target: "https://uat.example", language: "en", ...PROCESS };

const started = (name: string): Entry => ({
  ...{
    entry: "test",
    test: name,
    title: `Title ${name}`,
    file: "a.spec.ts",
    project: "desktop",
    worker: 0,
    ...PROCESS,
  },
});
const take = (
  test: string,
  which: number,
  count: number,
  more: { isLimited?: boolean; buys?: boolean } = {},
): Entry => ({
  ...{ entry: "take", take: `${test}/${which}`, test, count, isLimited: true, buys: false },
  ...more,
});
const cart = (test: string, count: number): Entry => ({
  ...{ entry: "cart", session: `${test}#0`, test, count, isLimited: true },
});

/** Returns the end of what is left after these entries, each written one minute after the one before. */
const endAfter = (entries: readonly Entry[]): string | undefined => {
  const dated = [RUN, started("a"), ...entries].map((entry, minute): Dated => ({ ...entry, at: minutesAfter(minute) }));
  return reportOf(accountOf(dated, 60)).remaining[0]?.until;
};
const minutesAfter = (minutes: number): string => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

const account = (entries: readonly Entry[], paidPlacesMax = 60) =>
  accountOf(
    [RUN, ...entries].map((entry): Dated => ({ ...entry, at: AT })),
    paidPlacesMax,
  );
const statesOf = (entries: readonly Entry[], paidPlacesMax?: number) =>
  Object.fromEntries([...account(entries, paidPlacesMax).takes].map(([name, { state }]) => [name, state]));

test("grants takes in the order of the journal, up to ten unpaid places over all tests", () => {
  const entries = [started("a"), started("b"), started("c"), take("a", 1, 6), take("b", 1, 5), take("c", 1, 1)];
  assert.deepEqual(statesOf(entries), { "a/1": "granted", "b/1": "waiting", "c/1": "waiting" });
  assert.deepEqual(statesOf([...entries, { entry: "end", test: "a" }]), {
    ...{ "a/1": "withdrawn", "b/1": "granted", "c/1": "granted" },
  });
});

test("counts what is reserved until it is released or paid", () => {
  const entries = [started("a"), started("b"), take("a", 1, 6), cart("a", 6)];
  assert.equal(account(entries).unpaid, 6);
  assert.equal(statesOf([...entries, take("b", 1, 5)])["b/1"], "waiting");
  assert.equal(statesOf([...entries, take("b", 1, 5), cart("a", 0)])["b/1"], "granted");
  assert.equal(statesOf([...entries, take("b", 1, 5), { entry: "paid", session: "a#0" }])["b/1"], "granted");
});

test("does not limit places of an event that the run created", () => {
  const entries = [started("a"), started("b"), take("a", 1, 9, { isLimited: false }), take("b", 1, 10)];
  assert.deepEqual(statesOf(entries), { "a/1": "granted", "b/1": "granted" });
});

test("refuses a test that buys when the run has bought its places, and counts what a running test may still pay", () => {
  const buys = { buys: true };
  const entries = [started("a"), started("b"), take("a", 1, 2, buys), take("b", 1, 2, buys)];
  assert.equal(statesOf(entries, 3)["b/1"], "over_budget");
  assert.equal(statesOf(entries, 4)["b/1"], "granted");
  const unpaid = [started("a"), take("a", 1, 2, buys), { entry: "end", test: "a" } as const];
  assert.equal(statesOf([...unpaid, started("b"), take("b", 1, 2, buys)], 3)["b/1"], "granted");
  assert.equal(statesOf([started("c"), take("c", 1, 2)], 0)["c/1"], "granted", "a test that does not buy");
});

test("frees what was granted to a worker that died, and counts it once: in a cart that is found later, or as left", () => {
  const entries = [started("a"), take("a", 1, 6), take("a", 2, 4), started("b"), take("b", 1, 9)];
  const died = [...entries, { entry: "died", test: "a" } as const];
  assert.equal(statesOf(entries)["b/1"], "waiting");
  assert.deepEqual(statesOf(died), { "a/1": "unanswered", "a/2": "unanswered", "b/1": "granted" });
  assert.equal(account(died).unpaid, 9);
  assert.equal(reportOf(account(died)).made, 19);
  assert.equal(reportOf(account([...died, cart("a", 10)])).made, 19);
});

test("a reservation ends 15 minutes after it was made or extended, however often its release fails", () => {
  const left: Entry = { entry: "left", session: "a#0", why: "no answer" };
  const reserved = [take("a", 1, 2), cart("a", 2)];
  assert.equal(endAfter([...reserved, left, left, { entry: "end", test: "a" }, left]), minutesAfter(3 + 15));
  assert.equal(endAfter([...reserved, left, cart("a", 2), left]), minutesAfter(5 + 15), "an extension");
  assert.equal(endAfter([...reserved, left, cart("a", 3), left]), minutesAfter(5 + 15), "another place");
  assert.equal(endAfter([...reserved, cart("a", 1), left]), minutesAfter(3 + 15), "a place less");
  const named = { ...left, until: minutesAfter(9) };
  assert.equal(endAfter([...reserved, named, left]), minutesAfter(9), "the end that the storefront names");
});

test("reports places that are gone as expired after their end, and as ended otherwise before it", () => {
  const lineAfter = (minutes: number) => {
    const entries: readonly Entry[] = [started("a"), take("a", 1, 2), cart("a", 2)];
    const dated = [RUN, ...entries].map((entry): Dated => ({ ...entry, at: AT }));
    const gone: Dated = { entry: "gone", session: "a#0", at: minutesAfter(minutes) };
    return linesOf(reportOf(accountOf([...dated, gone], 60)))[0];
  };
  assert.equal(lineAfter(1), "Places: 2 reserved: 0 paid, 0 released, 2 ended otherwise, 0 left to expire.");
  assert.equal(lineAfter(15), "Places: 2 reserved: 0 paid, 0 released, 2 expired, 0 left to expire.");
});

test("P58: reports every place as paid, released, expired or left, with order numbers and times", () => {
  const report = reportOf(
    account([
      started("a"),
      take("a", 1, 3),
      cart("a", 3),
      cart("a", 2),
      { entry: "paid", session: "a#0" },
      { entry: "order", session: "a#0", number: "1042" },
      started("b"),
      take("b", 1, 1),
      cart("b", 2),
      { entry: "left", session: "b#0", why: "its payment has no answer yet", until: "2030-01-01T10:09:00.000Z" },
      started("c"),
      take("c", 1, 4),
    ]),
  );
  assert.deepEqual(report, {
    target: "https://uat.example",
    made: 9,
    paid: 2,
    released: 1,
    expired: 0,
    endedOtherwise: 0,
    left: 6,
    orders: [{ number: "1042", places: 2, test: "Title a" }],
    remaining: [
      { places: 2, test: "Title b", until: "2030-01-01T10:09:00.000Z", why: "its payment has no answer yet" },
      {
        places: 4,
        test: "Title c",
        until: "2030-01-01T10:15:00.000Z",
        why: "its worker ended before the storefront answered: at most so many",
      },
    ],
    unrecorded: [{ places: 1, test: "Title b" }],
  });
  assert.deepEqual(linesOf(report).slice(0, 2), [
    "Places: 9 reserved: 2 paid, 1 released, 6 left to expire.",
    "  Orders: 1042",
  ]);
});
