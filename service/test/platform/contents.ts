import assert from "node:assert/strict";
import type { Db } from "#src/platform/store/db.ts";

/** Tells whether calls change a database. */
export type Contents = {
  /** Returns a digest of every table. Only tables that were written to since the last time are read. */
  readonly digest: () => Promise<string>;
  /** Reads every table, and throws when one has changed without a trace. */
  readonly verify: () => Promise<void>;
};

/**
 * Notes the tables that any statement on this database writes to, by triggers. A statement that is rolled back leaves no note. A digest
 * of all tables after each of thousands of requests would take longer than the requests.
 */
export async function watchContents(db: Db): Promise<Contents> {
  await db.query("CREATE SCHEMA contents");
  await db.query("CREATE TABLE contents.written (name text NOT NULL)");
  await db.query(`CREATE FUNCTION contents.note() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO contents.written VALUES (TG_TABLE_NAME); RETURN NULL; END'`);
  for (const name of await tablesOf(db))
    await db.query(`CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${name}
      FOR EACH STATEMENT EXECUTE FUNCTION contents.note()`);
  const digests = await digestsOf(db, await tablesOf(db));

  async function renew(): Promise<void> {
    const written = await db.query<{ name: string }>(
      `WITH taken AS (DELETE FROM contents.written RETURNING name) SELECT DISTINCT name FROM taken`,
    );
    if (written.length === 0) return;
    const names = written.map(({ name }) => name);
    for (const [name, digest] of await digestsOf(db, names)) digests.set(name, digest);
  }

  return {
    async digest() {
      await renew();
      return JSON.stringify([...digests]);
    },
    async verify() {
      await renew();
      assert.deepEqual(digests, await digestsOf(db, await tablesOf(db)), "A change that no trigger has noted.");
    },
  };
}

async function tablesOf(db: Db): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

async function digestsOf(db: Db, names: readonly string[]): Promise<Map<string, string | null>> {
  const each = names.map(
    (name) => `SELECT '${name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} t`,
  );
  const rows = await db.query<{ name: string; digest: string | null }>(each.join(" UNION ALL "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Returns an OpenAPI document with every reference replaced by its target. Throws when a target is missing. */
export function inlineRefs<Document extends object>(document: Document): Document {
  return inlined(document, document) as Document;
}

function inlined(part: unknown, document: object): unknown {
  if (Array.isArray(part)) return part.map((one) => inlined(one, document));
  if (typeof part !== "object" || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: unknown };
  if (typeof $ref === "string") return inlined(targetOf($ref, document), document);
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]));
}

function targetOf(ref: string, document: object): unknown {
  const [root, ...path] = ref.split("/");
  const found = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), document);
  if (root !== "#" || found === undefined) throw new Error(`${ref} has no target.`);
  return found;
}
