import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Db, Pool } from "#src/platform/store/db.ts";
import { type Migration, migrate } from "#src/platform/store/migrate.ts";
import { type TestDatabase, testDatabase } from "#test/cluster.ts";

const BOX: Migration = { name: "0001_box.sql", text: "CREATE TABLE box (id int);\nINSERT INTO box VALUES (1);" };
const LID: Migration = { name: "0002_lid.sql", text: "ALTER TABLE box ADD COLUMN lid text NOT NULL DEFAULT 'shut'" };

let database: TestDatabase;
let db: Pool;

before(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(() => db.query("DROP TABLE IF EXISTS box; DROP TABLE IF EXISTS schema_migration"));
after(() => database.drop());

test("applies new migrations in order and once, to a table with data", async () => {
  assert.deepEqual(await migrate(db, [BOX]), ["0001_box.sql"]);
  assert.deepEqual(await migrate(db, [BOX, LID]), ["0002_lid.sql"]);
  assert.deepEqual(await migrate(db, [BOX, LID]), []);
  assert.deepEqual(await db.query("SELECT id, lid FROM box"), [{ id: 1, lid: "shut" }]);
});

test("lets one of two concurrent runs migrate, and the other find it done", async () => {
  const applied = await Promise.all([migrate(db, [BOX, LID]), migrate(db, [BOX, LID])]);
  assert.deepEqual(applied.map(({ length }) => length).sort(), [0, 2]);
});

test("a migration that fails leaves nothing of its own, and the ones before it applied", async () => {
  const broken = { name: "0002_broken.sql", text: "CREATE TABLE lid (id int); ALTER TABLE box ADD COLUMN id int" };
  await assert.rejects(migrate(db, [BOX, broken]), { code: "42701" });
  assert.deepEqual(await db.query("SELECT to_regclass('box') AS box, to_regclass('lid') AS lid"), [
    { box: "box", lid: null },
  ]);
  assert.deepEqual(await migrate(db, [BOX, LID]), [LID.name]);
});

test("refuses a file that was edited after it was applied", async () => {
  await migrate(db, [BOX]);
  const edited = { ...BOX, text: `${BOX.text} -- more` };
  await assert.rejects(migrate(db, [edited]), /0001_box\.sql was changed after it was applied/);
});

test("starts on the tables of a newer release, unless that has taken away what this one uses", async () => {
  await migrate(db, [BOX, LID]);
  assert.deepEqual(await migrate(db, [BOX]), []);
  const contraction = {
    name: "0003_no_id.sql",
    text: "-- contracts: no release reads it\nALTER TABLE box DROP COLUMN id",
  };
  await migrate(db, [BOX, LID, contraction]);
  await assert.rejects(migrate(db, [BOX, LID]), /newer release: this one does not contain 0003_no_id\.sql/);
});

test("what a release applied that did not say whether it takes something away counts as if it did", async () => {
  await db.query(
    "CREATE TABLE schema_migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  await db.query("INSERT INTO schema_migration (name, sha256) VALUES ('0001_other.sql', '')");
  await assert.rejects(migrate(db, [BOX]), /does not contain 0001_other\.sql/);
});

test("a dump can be restored: no function of a column, a constraint or an index names one of ours without its schema", async () => {
  // As those tools read it: they search no schema, so a body that PostgreSQL has parsed names the schema of what it uses.
  const inNoSchema = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.query("SET LOCAL search_path = ''");
      return work(tx);
    });
  const used = await inNoSchema((tx) =>
    tx.query<{ name: string; definition: string }>(
      `SELECT DISTINCT routine.proname AS name, pg_get_functiondef(routine.oid) AS definition
       FROM pg_depend used JOIN pg_proc routine ON routine.oid = used.refobjid
      WHERE used.refclassid = 'pg_proc'::regclass AND routine.pronamespace = 'public'::regnamespace AND routine.prokind = 'f'
        AND used.classid IN ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)`,
    ),
  );
  assert.ok(
    used.some(({ name }) => name === "folded"),
    "a venue's town is made by it",
  );
  // The server checks the body of a function where it is written.
  const write = (definition: string) => inNoSchema((tx) => tx.query(definition));
  for (const { definition } of used) await write(definition);
  // The control.
  await assert.rejects(
    write("CREATE FUNCTION public.other(words text) RETURNS text LANGUAGE sql AS 'SELECT folded(words)'"),
    {
      code: "42883",
    },
  );
});
