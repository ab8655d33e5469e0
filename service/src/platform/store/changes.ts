import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { LastChange } from "#src/platform/domain/outcome.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import type { Db, Row } from "./db.ts";

// The log of what managers changed, with the values before and after.

/** The values of a thing by the camel-case name of their column. */
type Values = Readonly<Record<string, unknown>>;

type Change = {
  /** The name of its table in camel case. */
  readonly kind: string;
  readonly id: number;
  readonly name: string;
  readonly before: Values;
  readonly after: Values;
};

const SECRET = /password|secret|token|hash/i;
/** The fields that are a secret too: whoever has the text can use it. */
const CODES: Readonly<Record<string, RegExp>> = { code: /^(text|folded)$/, voucher: /^code$/, link: /^code$/ };
/** The kinds whose name is that text. Their name in the log is their id. */
const NAMED_BY_CODE: ReadonlySet<string> = new Set(["code", "voucher"]);

/** Writes who changed what into the log; of what was made `before` is empty. Only the fields that differ are kept, and of a secret no value. */
export async function insertChange(
  tx: Db,
  { id: userId, account }: Pick<Caller, "id" | "account">,
  { kind, id, name, before, after }: Change,
): Promise<void> {
  const fields = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const isSecret = (field: string) => SECRET.test(field) || CODES[kind]?.test(field) === true;
  const shown = (values: Values) =>
    JSON.stringify(
      Object.fromEntries(
        fields
          .filter((field) => field in values)
          .map((field) => [field, isSecret(field) ? "changed" : values[field]] as const),
      ),
    );
  await tx.query(
    `INSERT INTO change_entry (account_id, user_id, kind, thing_id, thing_name, before, after, request)
     VALUES ($1, $2, $3, $4, left($5, 200), $6, $7, $8)`,
    [
      account.id,
      userId,
      kind,
      id,
      NAMED_BY_CODE.has(kind) ? String(id) : name,
      shown(before),
      shown(after),
      requestContext()?.request,
    ],
  );
}

/** Returns who last changed a thing, and when. `undefined`: the log no longer has it. */
export async function findLastChange(db: Db, kind: string, id: number): Promise<LastChange | undefined> {
  const [row] = await db.query<Row & LastChange>(
    `SELECT json_build_object('id', account_user.id, 'name',
                              coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username)) AS by, at
       FROM change_entry JOIN account_user ON account_user.id = user_id
      WHERE kind = $1 AND thing_id = $2 ORDER BY change_entry.id DESC LIMIT 1`,
    [kind, id],
  );
  return row;
}
