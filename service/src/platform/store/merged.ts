import type { Db } from "./db.ts";

/** The result of an item that needs a transaction of its own. The statement has written nothing for it. */
export const ALONE = Symbol("alone");

/**
 * A statement for many items at once. `run` returns a result for each item, in their order. In a joined transaction, of one member
 * too, `mayLeave` is true: an item that would have to wait for a lock gets `ALONE`.
 */
export type SetStatement<Item, Result> = {
  readonly run: (db: Db, items: readonly Item[], mayLeave: boolean) => Promise<readonly (Result | typeof ALONE)[]>;
};

/** Runs one item of a statement together with the same statement of the other members of a joined transaction. */
export type Merge = <Item, Result>(statement: SetStatement<Item, Result>, item: Item) => Promise<Result>;

const MERGE = Symbol("merge");

type Member = { readonly [MERGE]?: Merge };

/** The database as a member of a joined transaction sees it. */
export function memberOf(db: Db, merge: Merge): Db {
  return Object.assign(db, { [MERGE]: merge });
}

/**
 * Runs a statement for one item. In a joined transaction the items of its members run as one statement; in any other
 * transaction the item runs by itself.
 */
export async function merged<Item, Result>(
  db: Db & Member,
  statement: SetStatement<Item, Result>,
  item: Item,
): Promise<Result> {
  const merge = db[MERGE];
  if (merge !== undefined) return merge(statement, item);
  const [result] = await statement.run(db, [item], false);
  if (result === ALONE) throw new Error("A statement wants a transaction of its own and has one.");
  return result as Result;
}

/**
 * Leaves a joined transaction before anything is written: the work runs again in a transaction of its own. In any other
 * transaction it goes on.
 */
export async function leaveJoined(db: Db & Member): Promise<void> {
  await db[MERGE]?.(LEAVE, undefined);
}

const LEAVE: SetStatement<undefined, void> = { run: async (_db, items) => items.map(() => ALONE) };
