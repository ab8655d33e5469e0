import { findEventGroup, findForeignEvents } from "#src/catalogue/store/event-groups.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";
import { type DiscountTerms, findDiscount, listDiscounts as list } from "#src/pricing/store/discounts.ts";

type Kinds = readonly DiscountKind[];

export function getDiscount({ db }: Runtime, caller: Caller, kinds: Kinds, id: number): Promise<Discount | undefined> {
  return findDiscount(db, caller.account.id, kinds, id);
}

export function listDiscounts({ db }: Runtime, caller: Caller, kinds: Kinds, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, kinds, page);
}

/** Creates a discount that is disabled, so that it can be reviewed before it applies. */
export function createDiscount(
  { db }: Runtime,
  caller: Caller,
  discount: DiscountTerms & { readonly kind: DiscountKind; readonly name: string; readonly currency: string },
): Promise<Created> {
  return db.transaction(async (tx) => {
    const invalid = await whyInvalid(tx, caller, discount, undefined);
    if (invalid) return invalid;
    const { ruleName = discount.name } = discount;
    const id = await makeRow(tx, caller, "discount", { ...discount, ruleName, accountId: caller.account.id });
    return { ok: true, id };
  });
}

/** Changes the named fields. Carts keep their calculated price until they change. */
export function changeDiscount(
  { db }: Runtime,
  caller: Caller,
  kinds: Kinds,
  id: number,
  terms: DiscountTerms,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const was = await findDiscount(tx, caller.account.id, kinds, id);
    if (was === undefined) return refused("no_such_thing", "id");
    const invalid = await whyInvalid(tx, caller, terms, was);
    if (invalid) return invalid;
    await changeRow(tx, caller, "discount", id, terms);
    return { ok: true };
  });
}

async function whyInvalid(tx: Db, caller: Caller, terms: DiscountTerms, was: Discount | undefined) {
  const { eventIds = [], eventGroupId, validFrom = was?.validFrom, validTo = was?.validTo } = terms;
  const [foreign] = await findForeignEvents(tx, caller.account.id, eventIds);
  if (foreign !== undefined) return refused("no_such_thing", `events[${eventIds.indexOf(foreign)}]`);
  if (eventGroupId && !(await findEventGroup(tx, caller.account.id, eventGroupId, true))) {
    return refused("no_such_thing", "eventGroup");
  }
  return validFrom && validTo && validTo <= validFrom ? refused("ends_before_it_starts", "validTo") : undefined;
}
