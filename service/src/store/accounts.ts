import type { Db } from "./db.ts";

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly shortName: string;
  readonly currency: string;
  readonly embedOrigins: readonly string[];
};

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [row] = await db.query<Account>(
    `SELECT id, name, short_name AS "shortName", currency, embed_origins AS "embedOrigins" FROM account WHERE id = $1`,
    [id],
  );
  return row;
}

export async function findAccountByShortName(db: Db, shortName: string): Promise<Account | undefined> {
  const [row] = await db.query<{ id: number }>(`SELECT id FROM account WHERE short_name = $1`, [shortName]);
  return row && findAccount(db, row.id);
}

export async function insertAccount(db: Db, account: Omit<Account, "id">): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO account (name, short_name, currency, embed_origins) VALUES ($1, $2, $3, $4) RETURNING id`,
    [account.name, account.shortName, account.currency, account.embedOrigins],
  );
  return insertedId(row);
}

/** An INSERT without a conflict clause either returns its row or throws. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("An INSERT returned no row.");
  return row.id;
}
