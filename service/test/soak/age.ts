import type { Db } from "#src/platform/store/db.ts";

/** What happens at a time of the calendar, whatever the age of the records. */
const CALENDAR = ["event", "event_date", "ticket_type", "event_search", "event_date_move", "discount"];

type Column = { readonly table: string; readonly columns: readonly string[] };

/** Moves every time that the database knows so far back, except when events begin and are on sale: what happened gets older by that. */
export async function ageRecords(db: Db, seconds: number): Promise<void> {
  const tables = await db.query<Column>(
    `SELECT format('%I.%I', table_schema, table_name) AS table, array_agg(quote_ident(column_name)) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
        AND table_name <> ALL ($1::text[])
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', table_schema, table_name)::regclass)
      GROUP BY 1`,
    [CALENDAR],
  );
  await db.transaction(async (tx) => {
    for (const { table, columns } of tables) {
      const moved = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`);
      await tx.query(`UPDATE ${table} SET ${moved.join()}`, [seconds]);
    }
  });
}
