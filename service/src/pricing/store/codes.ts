import type { Caller } from "#src/platform/domain/caller.ts";
import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, makeRow, type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";
import { type Code, type CodeKind, foldCode } from "#src/pricing/domain/code.ts";

const SELECT = `
SELECT code.id, version, text, kind, discount_id AS "discountId", valid_from AS "validFrom", valid_to AS "validTo",
       maximum_uses AS "maximumUses", uses, enabled, to_json(ticket_type_ids) AS "ticketTypeIds", to_json(event_ids) AS "eventIds",
       (SELECT coalesce(json_agg(DISTINCT event_id), '[]') FROM ticket_type
         WHERE ticket_type.id = ANY (code.ticket_type_ids)) AS "ticketTypeEventIds"
  FROM code WHERE code.account_id = $1`;

/** Returns the account's codes with these texts, by the folded text. */
export async function findCodes(
  db: Db,
  accountId: number,
  typed: readonly string[],
): Promise<ReadonlyMap<string, Code>> {
  if (typed.length === 0) return new Map();
  const rows = await db.prepared<RowOf<Code>>("find_codes", `${SELECT} AND folded = ANY ($2)`, [
    accountId,
    typed.map(foldCode),
  ]);
  return new Map(rows.map((row) => [foldCode(row.text), shapeOf<Code>(row)]));
}

/** Like `findCodes`, but first locks the codes in the order of their ids, so that their uses cannot change. */
export async function lockCodes(
  tx: Db,
  accountId: number,
  typed: readonly string[],
): Promise<ReadonlyMap<string, Code>> {
  if (typed.length === 0) return new Map();
  await tx.prepared(
    "lock_codes",
    `SELECT FROM code WHERE account_id = $1 AND folded = ANY ($2) ORDER BY id FOR UPDATE`,
    [accountId, typed.map(foldCode)],
  );
  return findCodes(tx, accountId, typed);
}

/** Returns the current texts of these codes, by id. */
export async function listTextsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.prepared<{ id: number; text: string }>(
    "list_texts_of_codes",
    `SELECT id, text FROM code WHERE id = ANY ($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

export async function findCode(db: Db, accountId: number, id: number): Promise<Code | undefined> {
  const [row] = await db.query<RowOf<Code>>(`${SELECT} AND code.id = $2`, [accountId, id]);
  return row && shapeOf<Code>(row);
}

/** Returns one page of the account's codes by text, and the number of codes on all pages. */
export function listCodes(db: Db, accountId: number, page: Page) {
  return readPage<{ id: number; name: string }>(
    db,
    { columns: "id, text AS name", from: "code WHERE account_id = $1", order: "folded, id", values: [accountId] },
    page,
  );
}

/** The fields of a code that may change. */
export type CodeTerms = ChangeOf<Omit<Code, "id" | "kind" | "discountId" | "ticketTypeEventIds" | "uses">> & {
  readonly discountId?: number | undefined;
};

export type NewCode = CodeTerms & { readonly text: string; readonly kind: CodeKind };

/** Inserts a code. Violates `code_account_id_folded_key` when the account already has it, ignoring case. */
export function insertCode(db: Db, caller: Caller, code: NewCode): Promise<number> {
  return makeRow(db, caller, "code", { ...code, folded: foldCode(code.text), accountId: caller.account.id });
}

/** Changes a code. Violates `never_used_too_often` when the new limit is below its uses. */
export function changeCode(db: Db, caller: Caller, id: number, change: CodeTerms): Promise<void> {
  return changeRow(db, caller, "code", id, { ...change, folded: change.text && foldCode(change.text) });
}

export type Named = { readonly id: number; readonly name: string };

/** Returns the events or ticket types with these ids that belong to this account. */
export function listNamed(
  db: Db,
  accountId: number,
  table: "event" | "ticket_type",
  ids: readonly number[],
): Promise<readonly Named[]> {
  const event = table === "event" ? "id" : "event_id";
  return db.query<Named>(
    `SELECT id, name FROM ${table} AS named WHERE id = ANY ($2::bigint[])
        AND EXISTS (SELECT FROM event WHERE event.id = named.${event} AND account_id = $1) ORDER BY id`,
    [accountId, ids],
  );
}
