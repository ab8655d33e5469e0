import type { Db } from "#src/platform/store/db.ts";

/** Returns a database that adds the text of each statement to `texts`. */
export function recording(inner: Db, texts: string[]): Db {
  return {
    query: (text, values) => {
      texts.push(text);
      return inner.query(text, values);
    },
    prepared: (name, text, values) => {
      texts.push(text);
      return inner.prepared(name, text, values);
    },
    transaction: (work) => inner.transaction((tx) => work(recording(tx, texts))),
  };
}
