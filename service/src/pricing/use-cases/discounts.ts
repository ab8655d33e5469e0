import { findEventGroup, findForeignEvents } from "#src/catalogue/store/event-groups.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";
import {
  changeDiscount as change,
  type DiscountTerms,
  findDiscount,
  insertDiscount,
  listDiscounts as list,
  type NewDiscount,
} from "#src/pricing/store/discounts.ts";

type Kinds = readonly DiscountKind[];

export function getDiscount({ db }: World, caller: Caller, kinds: Kinds, id: number): Promise<Discount | undefined> {
  return findDiscount(db, caller.account.id, kinds, id);
}

export function listDiscounts({ db }: World, caller: Caller, kinds: Kinds, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, kinds, page);
}

/** A new discount is off: its promoter looks at it once more, and then lets it loose. */
export function createDiscount(
  { db }: World,
  caller: Caller,
  discount: NewDiscount,
): Promise<Outcome<{ readonly id: number }, ChangeRefusal>> {
  return db.transaction(async (tx) => {
    const unfit = await whyUnfit(tx, caller, discount, undefined);
    if (unfit) return unfit;
    return { ok: true, id: await insertDiscount(tx, caller.account.id, discount) };
  });
}

/** Changes what is named. Carts keep the price that was calculated for them until something in them changes. */
export function changeDiscount(
  { db }: World,
  caller: Caller,
  kinds: Kinds,
  id: number,
  terms: DiscountTerms,
): Promise<Outcome<object, ChangeRefusal>> {
  return db.transaction(async (tx) => {
    const was = await findDiscount(tx, caller.account.id, kinds, id);
    if (was === undefined) return refused("no_such_thing", "id");
    const unfit = await whyUnfit(tx, caller, terms, was);
    if (unfit) return unfit;
    await change(tx, id, terms);
    return { ok: true };
  });
}

async function whyUnfit(tx: Db, caller: Caller, terms: DiscountTerms, was: Discount | undefined) {
  const { eventIds = [], eventGroupId, validFrom = was?.validFrom, validTo = was?.validTo } = terms;
  const [stranger] = await findForeignEvents(tx, caller.account.id, eventIds);
  if (stranger !== undefined) return refused("no_such_thing", `events[${eventIds.indexOf(stranger)}]`);
  if (eventGroupId && !(await findEventGroup(tx, caller.account.id, eventGroupId, true))) {
    return refused("no_such_thing", "eventGroup");
  }
  return validFrom && validTo && validTo <= validFrom ? refused("ends_before_it_starts", "validTo") : undefined;
}
