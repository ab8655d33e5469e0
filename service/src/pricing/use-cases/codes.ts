import type { IsRevealed } from "#src/catalogue/domain/event.ts";
import { findForeignEvents } from "#src/catalogue/store/event-groups.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeRefusal, type Created, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked, isTaken } from "#src/platform/store/faults.ts";
import { CODES_MAX, type Code, type CodeKind, isOpen, whyNotValid } from "#src/pricing/domain/code.ts";
import { DISCOUNT_KINDS, type Discount } from "#src/pricing/domain/discount.ts";
import {
  type CodeTerms,
  findCode,
  findCodes,
  insertCode,
  listCodes as list,
  listNamed,
  type Named,
  type NewCode,
  changeCode as updateCode,
} from "#src/pricing/store/codes.ts";
import { findDiscount } from "#src/pricing/store/discounts.ts";

/** A code with its discount, events and ticket types. */
export type CodeInFull = {
  readonly code: Code;
  readonly discount: Discount | undefined;
  readonly events: readonly Named[];
  readonly ticketTypes: readonly Named[];
};

export async function getCode({ db }: Runtime, { account }: Caller, id: number): Promise<CodeInFull | undefined> {
  const code = await findCode(db, account.id, id);
  if (code === undefined) return undefined;
  const { discountId, eventIds, ticketTypeIds } = code;
  return {
    code,
    discount: discountId === undefined ? undefined : await findDiscount(db, account.id, DISCOUNT_KINDS, discountId),
    events: await listNamed(db, account.id, "event", eventIds),
    ticketTypes: await listNamed(db, account.id, "ticket_type", ticketTypeIds),
  };
}

export function listCodes({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, page);
}

export function createCode(runtime: Runtime, caller: Caller, code: NewCode): Promise<Created> {
  return refuseOnConflict(runtime.db, async (tx) => {
    if ((code.kind === "DISCOUNT") !== (code.discountId !== undefined))
      return refused("code_needs_a_discount", "discount");
    const invalid = await whyInvalid(tx, caller, code.kind, code, undefined);
    return invalid ?? { ok: true, id: await insertCode(tx, caller, code) };
  });
}

/** Changes the named fields. Carts that use the code keep it. */
export function changeCode(runtime: Runtime, caller: Caller, id: number, terms: CodeTerms): Promise<Changed> {
  return refuseOnConflict(runtime.db, async (tx) => {
    const was = await findCode(tx, caller.account.id, id);
    if (was === undefined) return refused("no_such_thing", "id");
    const invalid = await whyInvalid(tx, caller, was.kind, terms, was);
    if (invalid) return invalid;
    await updateCode(tx, caller, id, terms);
    return { ok: true };
  });
}

async function refuseOnConflict<Good>(
  db: Db,
  work: (tx: Db) => Promise<Outcome<Good, ChangeRefusal>>,
): Promise<Outcome<Good, ChangeRefusal>> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (isTaken(error, "code_account_id_folded_key")) return refused("code_is_taken", "text");
    if (isChecked(error, "never_used_too_often")) return refused("more_are_taken", "maximumUses");
    throw error;
  }
}

async function whyInvalid(tx: Db, { account }: Caller, kind: CodeKind, terms: CodeTerms, was: Code | undefined) {
  const { discountId, eventIds = [], ticketTypeIds = [] } = terms;
  const { validFrom = was?.validFrom, validTo = was?.validTo } = terms;
  if (discountId !== undefined) {
    const discount = await findDiscount(tx, account.id, DISCOUNT_KINDS, discountId);
    if (discount === undefined) return refused("no_such_thing", "discount");
    if (!discount.codeRequired) return refused("discount_needs_no_code", "discount");
  }
  const [foreign] = await findForeignEvents(tx, account.id, eventIds);
  if (foreign !== undefined) return refused("no_such_thing", `events[${eventIds.indexOf(foreign)}]`);
  if (kind === "DISCOUNT" && ticketTypeIds.length > 0) return refused("ticket_types_not_allowed", "ticketTypes");
  const known = new Set((await listNamed(tx, account.id, "ticket_type", ticketTypeIds)).map(({ id }) => id));
  const unknownAt = ticketTypeIds.findIndex((id) => !known.has(id));
  if (unknownAt >= 0) return refused("no_such_thing", `ticketTypes[${unknownAt}]`);
  return validFrom && validTo && validTo <= validFrom ? refused("ends_before_it_starts", "validTo") : undefined;
}

/** Returns a predicate for the hidden ticket types that the typed codes reveal at `now`. */
export async function revealByCodes(
  { db }: Runtime,
  caller: Caller,
  typed: readonly string[],
  now: Date,
): Promise<IsRevealed> {
  const codes = await findCodes(db, caller.account.id, typed.slice(0, CODES_MAX));
  const good = [...codes.values()].filter(
    (code) => whyNotValid({ typed: code.text, code, hasClaimedUse: false }, now) === undefined,
  );
  return (type) => isOpen({ ...type, hidden: true, codeRequired: false }, good);
}
