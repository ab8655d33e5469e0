import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Environment, setForWorkers } from "#e2e/support/target/env.ts";
import { type Account, accountOf } from "./account.ts";
import { openCartSession } from "./cart-session.ts";
import { type Journal, openJournal } from "./journal.ts";
import { isAlive, thisProcess } from "./process-identity.ts";

const RELEASE_MS = 5_000;

/** Opens the journal of a new run. Its name sorts by time. */
export function startRun(env: Environment): Journal {
  const name = `${new Date().toISOString().replace(/\D/g, "")}-${randomBytes(3).toString("hex")}`;
  const folder = resolve(env.state, name);
  setForWorkers("runFolder", folder);
  const journal = openJournal(folder);
  journal.append({ entry: "run", target: env.address, language: env.language, ...thisProcess() });
  return journal;
}

/** Returns the journal of the present run, or `undefined` where a run keeps none. */
export function currentRun({ runFolder }: Pick<Environment, "runFolder">): Journal | undefined {
  return runFolder === undefined ? undefined : openJournal(runFolder);
}

export function removeRun({ folder }: Journal): void {
  rmSync(folder, { recursive: true, force: true });
}

/** A run that has ended and whose journal is still there. */
export type Leftover = { readonly journal: Journal; readonly account: Account };

/** Returns the runs that were interrupted, or left something, at this target; without a target at every one. */
export function leftovers(state: string, target?: string): readonly Leftover[] {
  return foldersIn(state).flatMap((name) => {
    const folder = resolve(state, name);
    const journal = openJournal(folder);
    const account = accountOf(journal.entries(), 0);
    // A folder without a target has no entry yet.
    const isWanted = account.target !== "" && (target === undefined || account.target === target);
    return isWanted && !isAlive(account.process, account.lastEntry) ? [{ journal, account }] : [];
  });
}

/**
 * Releases the places of every test of a run that has ended or whose worker has died, and records what became of them.
 * Places whose reservation a dead worker had not recorded are free for other tests, and stay in the report.
 */
export async function releaseDeadTests(env: Environment, journal: Journal): Promise<void> {
  const { process, lastEntry, tests, sessions, language } = accountOf(journal.entries(), env.paidPlacesMax);
  // A worker outlives its run for a moment at most.
  const isRunAlive = isAlive(process, lastEntry);
  const isDead = (name: string) => {
    const test = tests.get(name);
    return !isRunAlive || test === undefined || test.hasEnded || !isAlive(test, lastEntry);
  };
  for (const [session, cookie] of journal.savedSessions()) {
    const test = testOf(session);
    const live = sessions.get(session)?.live;
    if (live === 0 || !isDead(test)) continue;
    const cart = openCartSession(env, cookie, language);
    if (live === undefined) {
      // Its worker died before it had counted the cart. Without an answer the session is asked again by the next run.
      const count = await cart.count().catch(() => 0);
      if (count === 0) continue;
      journal.append({ entry: "cart", session, test, count, isLimited: true });
    }
    await settleSession(journal, session, cart);
  }
  // After the sessions, so that a place is never free while one of them may have it.
  for (const { test, hasEnded } of tests.values())
    if (!hasEnded && isDead(test)) journal.append({ entry: "died", test });
}

/** Releases the places of dead workers while a test waits for places. It ends with the signal. */
export async function releaseWhileWaiting(env: Environment, journal: Journal, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { takes } = accountOf(journal.entries(), env.paidPlacesMax);
    // What fails here is repeated, at the latest at the end of the run.
    if ([...takes.values()].some(({ state }) => state === "waiting"))
      await releaseDeadTests(env, journal).catch(() => {});
    await pause(RELEASE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Releases what a session has reserved, and records what became of it. */
export async function settleSession(
  journal: Journal,
  session: string,
  cart: ReturnType<typeof openCartSession>,
): Promise<void> {
  const result = await cart.release().catch((error: unknown) => ({
    cart: "left" as const,
    why: error instanceof Error ? error.message : String(error),
    until: undefined,
  }));
  switch (result.cart) {
    case "released":
      return journal.append({ entry: "released", session });
    case "empty":
      return journal.append({ entry: "gone", session });
    case "paid":
      journal.append({ entry: "paid", session });
      if (result.order !== undefined) journal.append({ entry: "order", session, number: result.order });
      return;
    case "left":
      journal.append({ entry: "left", session, why: result.why, ...(result.until && { until: result.until }) });
  }
}

/** The name of a session begins with its test. */
export const sessionName = (test: string, which: number): string => `${test}#${which}`;

const testOf = (session: string): string => session.slice(0, session.lastIndexOf("#"));

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
