import type { Environment } from "#e2e/support/target/env.ts";
import type { Dated } from "./journal.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** Places that a run has reserved and not paid, at any time, over all its workers. */
export const UNPAID_PLACES_MAX = 10;

/** How long a reservation lasts at most if the storefront gives no time. */
export const RESERVATION_MS = 15 * 60 * 1000;

type TestOfRun = Extract<Dated, { entry: "test" }> & { hasEnded: boolean };

/** What became of a request to take places. `unanswered` was granted to a worker that died: it may have reserved them. */
type TakeState = "waiting" | "granted" | "taken" | "unanswered" | "withdrawn" | "over_budget";

type Take = Extract<Dated, { entry: "take" }> & { state: TakeState };

/** One browser session of a test, with the places that it has had. */
export type SessionAccount = {
  readonly session: string;
  readonly test: string;
  isLimited: boolean;
  /** Places that are reserved now. */
  live: number;
  made: number;
  paid: number;
  released: number;
  expired: number;
  /** Places that were gone before their end: a page released them, or another session took the visit over. */
  endedOtherwise: number;
  readonly orders: { number: string | undefined; readonly places: number }[];
  /** Why its places could not be released. */
  left?: string;
  /** When its places expire at the latest, ISO 8601. */
  until: string;
};

export type Account = {
  readonly target: string;
  readonly language: Environment["language"];
  readonly process: ProcessIdentity;
  /** The time of the last entry, ISO 8601. */
  readonly lastEntry: string;
  readonly tests: ReadonlyMap<string, Readonly<TestOfRun>>;
  readonly takes: ReadonlyMap<string, Take>;
  readonly sessions: ReadonlyMap<string, SessionAccount>;
  /** Places of events that the run did not create, which are reserved or about to be. */
  readonly unpaid: number;
  /** The same places, paid or about to be. */
  readonly bought: number;
};

/** Calculates the account of a run from its journal. Takes are granted in the order of the journal. */
export function accountOf(entries: readonly Dated[], paidPlacesMax: number): Account {
  const tests = new Map<string, TestOfRun>();
  const takes = new Map<string, Take>();
  const sessions = new Map<string, SessionAccount>();
  let run: Pick<Account, "target" | "language" | "process"> = {
    ...{ target: "", language: "en", process: { host: "", pid: 0, started: "" } },
  };

  const limitedSessions = () => [...sessions.values()].filter(({ isLimited }) => isLimited);
  const unpaid = () =>
    sum([...takes.values()].filter(({ state, isLimited }) => state === "granted" && isLimited).map(countOf)) +
    sum(limitedSessions().map(({ live }) => live));
  const bought = () => sum([...tests.keys()].map(boughtBy));
  const takesOf = (test: string) => [...takes.values()].filter((take) => take.test === test);

  /** Returns the places that a test has paid or, while it runs, may pay. */
  function boughtBy(test: string): number {
    const paid = sum(
      limitedSessions()
        .filter((session) => session.test === test)
        .map((session) => session.paid),
    );
    if (tests.get(test)?.hasEnded) return paid;
    const mayPay = takesOf(test).filter(
      ({ buys, isLimited, state }) => buys && isLimited && (state === "granted" || state === "taken"),
    );
    return Math.max(paid, sum(mayPay.map(countOf)));
  }

  function grantWaiting(): void {
    for (const take of takes.values()) {
      if (take.state !== "waiting") continue;
      if (take.isLimited && take.buys && bought() + take.count > paidPlacesMax) take.state = "over_budget";
      else if (take.isLimited && unpaid() + take.count > UNPAID_PLACES_MAX) return;
      else take.state = "granted";
    }
  }

  for (const entry of entries) {
    apply(entry);
    grantWaiting();
  }
  return { ...run, lastEntry: entries.at(-1)?.at ?? "", tests, takes, sessions, unpaid: unpaid(), bought: bought() };

  function apply(entry: Dated): void {
    const session = "session" in entry ? sessionOf(entry) : undefined;
    switch (entry.entry) {
      case "run":
        run = { target: entry.target, language: entry.language, process: entry };
        break;
      case "test":
        tests.set(entry.test, { ...entry, hasEnded: false });
        break;
      case "take":
        takes.set(entry.take, { ...entry, state: "waiting" });
        break;
      case "withdrawn":
        withdraw(takes.get(entry.take));
        break;
      case "cart":
        if (session) changeCart(session, entry);
        break;
      case "paid":
      case "released":
        if (session) settle(session, entry.entry);
        break;
      case "gone":
        if (session) settle(session, entry.at < session.until ? "endedOtherwise" : "expired");
        break;
      case "order":
        nameOrder(session, entry.number);
        break;
      case "left":
        if (session) leave(session, entry);
        break;
      case "end":
      case "died":
        endTest(entry.test, entry.entry === "died");
    }
  }

  function endTest(name: string, hasDied: boolean): void {
    const test = tests.get(name);
    if (test) test.hasEnded = true;
    for (const take of takesOf(name))
      if (hasDied && take.state === "granted") take.state = "unanswered";
      else withdraw(take);
  }

  function changeCart(session: SessionAccount, { count, isLimited, at }: Extract<Dated, { entry: "cart" }>): void {
    // Fewer places keep their end.
    if (count >= session.live) session.until = latestEnd(at);
    if (count > session.live) {
      session.made += count - session.live;
      for (const take of takesOf(session.test)) if (mayHaveReserved(take)) take.state = "taken";
    } else session.released += session.live - count;
    session.live = count;
    session.isLimited ||= isLimited;
    delete session.left;
  }

  function sessionOf(entry: Extract<Dated, { session: string }>): SessionAccount | undefined {
    const known = sessions.get(entry.session);
    if (known !== undefined || entry.entry !== "cart") return known;
    const { session, test, isLimited, at } = entry;
    const none = { live: 0, made: 0, paid: 0, released: 0, expired: 0, endedOtherwise: 0 };
    const created: SessionAccount = { session, test, isLimited, ...none, orders: [], until: latestEnd(at) };
    sessions.set(session, created);
    return created;
  }
}

/** Returns whether a take may have reserved places that no session has yet. */
export const mayHaveReserved = ({ state }: Pick<Take, "state">): boolean =>
  state === "granted" || state === "unanswered";

function withdraw(take: Take | undefined): void {
  if (take?.state === "waiting" || take?.state === "granted") take.state = "withdrawn";
}

function nameOrder(session: SessionAccount | undefined, number: string): void {
  const order = session?.orders.find((one) => one.number === undefined);
  if (order) order.number = number;
}

/** Moves what is reserved to what became of it. */
function settle(session: SessionAccount, to: "paid" | "released" | "expired" | "endedOtherwise"): void {
  if (to === "paid" && session.live > 0) session.orders.push({ number: undefined, places: session.live });
  session[to] += session.live;
  session.live = 0;
  delete session.left;
}

/** Records why places stay. A failed release does not change their end, unless the storefront names it. */
function leave(session: SessionAccount, { why, until }: Extract<Dated, { entry: "left" }>): void {
  session.left = why;
  session.until = until ?? session.until;
}

/** Returns when a reservation made or extended at this time ends at the latest, ISO 8601. */
export function latestEnd(at: string): string {
  return new Date(Date.parse(at) + RESERVATION_MS).toISOString();
}

const countOf = ({ count }: { readonly count: number }): number => count;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
