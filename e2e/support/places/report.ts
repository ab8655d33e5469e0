import { type Account, latestEnd, mayHaveReserved } from "./account.ts";

/** What a run did with places. `made` is the sum of the other counts. */
export type PlacesReport = {
  readonly target: string;
  readonly made: number;
  readonly paid: number;
  readonly released: number;
  readonly expired: number;
  /** Places that were gone before their end, such as those that a page released when its test was interrupted. */
  readonly endedOtherwise: number;
  readonly left: number;
  readonly orders: readonly { readonly number: string; readonly places: number; readonly test: string }[];
  /** Places that are still reserved. `until` is ISO 8601. */
  readonly remaining: readonly {
    readonly places: number;
    readonly test: string;
    readonly until: string;
    readonly why: string;
  }[];
  /** Tests that reserved more than they had recorded before. */
  readonly unrecorded: readonly { readonly places: number; readonly test: string }[];
};

/** Returns the report of a run. A take without an answer counts as left: its reservation may have been made. */
export function reportOf({ target, tests, takes, sessions }: Account): PlacesReport {
  const titleOf = (test: string) => tests.get(test)?.title ?? test;
  const accounts = [...sessions.values()];
  const total = (part: "made" | "paid" | "released" | "expired" | "endedOtherwise") =>
    sum(accounts.map((session) => session[part]));
  const unanswered = [...takes.values()].filter(mayHaveReserved);
  const remaining = [
    ...accounts
      .filter(({ live }) => live > 0)
      .map(({ live, test, until, left }) => ({
        places: live,
        test: titleOf(test),
        until,
        why: left ?? "not released yet",
      })),
    ...unanswered.map(({ count, test, at }) => ({
      places: count,
      test: titleOf(test),
      until: latestEnd(at),
      why: "its worker ended before the storefront answered: at most so many",
    })),
  ];
  return {
    target,
    made: total("made") + sum(unanswered.map(({ count }) => count)),
    paid: total("paid"),
    released: total("released"),
    expired: total("expired"),
    endedOtherwise: total("endedOtherwise"),
    left: sum(remaining.map(({ places }) => places)),
    orders: accounts.flatMap(({ orders, test }) =>
      orders.map(({ number, places }) => ({ number: number ?? "unknown", places, test: titleOf(test) })),
    ),
    remaining,
    unrecorded: [...tests.keys()].flatMap((test) => {
      const taken = [...takes.values()].filter((take) => take.test === test && take.state !== "over_budget");
      const made = sum(accounts.filter((session) => session.test === test).map((session) => session.made));
      const places = made - sum(taken.map(({ count }) => count));
      return places > 0 ? [{ places, test: titleOf(test) }] : [];
    }),
  };
}

/** Returns the lines that the end of a run prints. */
export function linesOf(report: PlacesReport): readonly string[] {
  const { made, paid, released, expired, endedOtherwise, left, orders, remaining, unrecorded } = report;
  if (made === 0) return ["Places: none reserved."];
  const parts = [
    `${paid} paid`,
    `${released} released`,
    ...(expired > 0 ? [`${expired} expired`] : []),
    ...(endedOtherwise > 0 ? [`${endedOtherwise} ended otherwise`] : []),
    `${left} left to expire`,
  ];
  return [
    `Places: ${made} reserved: ${parts.join(", ")}.`,
    ...(orders.length > 0 ? [`  Orders: ${orders.map(({ number }) => number).join(", ")}`] : []),
    ...remaining.map(
      ({ places, test, until, why }) => `  Left until ${until.slice(0, 19)}Z: ${places} of “${test}” (${why})`,
    ),
    ...unrecorded.map(({ places, test }) => `  WARNING: “${test}” reserved ${places} without places.take`),
  ];
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
