import type { Db } from "#src/platform/store/db.ts";

/** Returns the database, whose transactions fail as if the connection was lost while `isAway` is set. */
export function failingDatabase(db: Db) {
  const state = { isAway: false };
  const transaction: Db["transaction"] = (work) =>
    state.isAway
      ? Promise.reject(Object.assign(new Error("The connection was lost."), { code: "57P01" }))
      : db.transaction(work);
  return Object.assign(state, { ...db, transaction });
}
