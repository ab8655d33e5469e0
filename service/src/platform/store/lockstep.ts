import type { Db } from "./db.ts";
import { ALONE, memberOf, type SetStatement } from "./merged.ts";

export type Work<T> = (tx: Db) => Promise<T>;

/** The result of a member: it has written its part, or it needs a transaction of its own. */
export type Done<T> = { readonly value: T } | typeof ALONE;

type Call = {
  readonly statement: SetStatement<unknown, unknown>;
  readonly item: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Ends a member's work without a fault. */
class RunsAlone extends Error {}

/**
 * Runs the work of all members in one transaction. Each step begins when every member waits for a statement: the same
 * statements of several members run as one. Throws the first fault of a member or statement; nothing may be committed then.
 */
export async function inLockstep<T>(tx: Db, works: readonly Work<T>[]): Promise<readonly Done<T>[]> {
  let running = works.length;
  let waiting: Call[] = [];
  let isStepping = false;
  let fault: { readonly error: unknown } | undefined;

  const ask = (statement: Call["statement"], item?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (fault) return reject(fault.error);
      waiting.push({ statement, item, resolve, reject });
      stepWhenAllWait();
    });
  const member = () => {
    const db: Db = memberOf(
      {
        query: (text, values) => ask(once(() => tx.query(text, values))) as never,
        prepared: (name, text, values) => ask(once(() => tx.prepared(name, text, values))) as never,
        transaction: (inner) => inner(db),
      },
      (statement, item) => ask(statement as SetStatement<unknown, unknown>, item) as never,
    );
    return db;
  };

  function stepWhenAllWait(): void {
    if (!isStepping && running > 0 && waiting.length === running) void step();
  }

  async function step(): Promise<void> {
    isStepping = true;
    const calls = waiting;
    waiting = [];
    // In the order in which the statements were first asked for.
    for (const [statement, group] of Map.groupBy(calls, (call) => call.statement)) await runGroup(statement, group);
    isStepping = false;
    stepWhenAllWait();
  }

  async function runGroup(statement: Call["statement"], group: readonly Call[]): Promise<void> {
    try {
      if (fault) throw fault.error;
      const results = await resultsOf(tx, statement, group);
      group.forEach(({ resolve, reject }, at) => {
        if (results[at] === ALONE) reject(new RunsAlone());
        else resolve(results[at]);
      });
    } catch (error) {
      fault ??= { error };
      for (const { reject } of group) reject(error);
    }
  }

  const done = await Promise.all(
    works.map(async (work): Promise<Done<T> | undefined> => {
      try {
        return { value: await work(member()) };
      } catch (error) {
        if (error instanceof RunsAlone) return ALONE;
        fault ??= { error };
        return undefined;
      } finally {
        running -= 1;
        stepWhenAllWait();
      }
    }),
  );
  if (fault) throw fault.error;
  return done.filter((one) => one !== undefined);
}

/** Returns a statement that runs for one member only. */
function once(run: () => Promise<unknown>): SetStatement<unknown, unknown> {
  return { run: async () => [await run()] };
}

async function resultsOf(tx: Db, statement: Call["statement"], group: readonly Call[]): Promise<readonly unknown[]> {
  const results = await statement.run(
    tx,
    group.map(({ item }) => item),
    true,
  );
  if (results.length !== group.length) throw new Error("A statement did not return a result for each of its items.");
  return results;
}
