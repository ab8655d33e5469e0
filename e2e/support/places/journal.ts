import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#e2e/support/target/env.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/**
 * An entry of a run's journal. Every process of the run appends to the same file, and every process that reads it comes
 * to the same result, so the order of the entries decides between two tests.
 */
export type Entry =
  | ({
      readonly entry: "run";
      readonly target: string;
      readonly language: Environment["language"];
    } & ProcessIdentity)
  /** A test that is about to reserve places, in this worker process. */
  | ({
      readonly entry: "test";
      readonly test: string;
      readonly title: string;
      readonly file: string;
      readonly project: string;
      readonly worker: number;
    } & ProcessIdentity)
  /** Places that a test is about to reserve. `isLimited` is false for an event that the run created. */
  | {
      readonly entry: "take";
      readonly take: string;
      readonly test: string;
      readonly count: number;
      readonly event?: number;
      readonly isLimited: boolean;
      readonly buys: boolean;
    }
  /** The test no longer waits for its take. */
  | { readonly entry: "withdrawn"; readonly take: string }
  /**
   * The number of places in a session's cart, after its visit has changed. More than before are those of the test's granted
   * takes; as many as before may have been extended.
   */
  | {
      readonly entry: "cart";
      readonly session: string;
      readonly test: string;
      readonly count: number;
      readonly isLimited: boolean;
    }
  /** What became of all places in a session's cart. Those that are gone have expired, or a page has released them. */
  | { readonly entry: "paid" | "released" | "gone"; readonly session: string }
  | { readonly entry: "order"; readonly session: string; readonly number: string }
  /** Places that could not be released. `until` is when the storefront says that they expire, ISO 8601. */
  | { readonly entry: "left"; readonly session: string; readonly why: string; readonly until?: string }
  /** The test has ended, or its worker process has. */
  | { readonly entry: "end" | "died"; readonly test: string };

/** An entry with the time at which it was written, ISO 8601. */
export type Dated = Entry & { readonly at: string };

/** The cookies of a browser, which can release its reservations. */
export type SavedSession = { readonly session: string; readonly cookie: string };

export type Journal = ReturnType<typeof openJournal>;

/** Opens the journal of a run in its folder. Entries survive the death of every process. */
export function openJournal(folder: string) {
  const journal = join(folder, "journal.jsonl");
  /** Holds cookies, so its owner alone may read it. It is removed with its folder, and never part of the results. */
  const sessions = join(folder, "sessions.jsonl");

  return {
    folder,
    /** Appends an entry in one write, which is atomic on a local disk. */
    append(entry: Entry): void {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      appendFileSync(journal, `${JSON.stringify({ ...entry, at: new Date().toISOString() })}\n`);
    },
    entries: (): readonly Dated[] => linesOf<Dated>(journal),
    saveSession(saved: SavedSession): void {
      const file = openSync(sessions, "a", 0o600);
      writeSync(file, `${JSON.stringify(saved)}\n`);
      closeSync(file);
    },
    /** Returns the newest cookies of each session. */
    savedSessions: (): ReadonlyMap<string, string> =>
      new Map(linesOf<SavedSession>(sessions).map(({ session, cookie }) => [session, cookie])),
  };
}

/** Returns the complete lines of a file. A line that was cut off by a crash is left out. */
function linesOf<Line>(file: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}
