import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";

type Columns = Omit<Discount, "off" | "events">;

type DiscountRow = RowOf<Columns> & {
  readonly percentage: number | null;
  readonly amountMinor: number | null;
  readonly packPriceMinor: number | null;
  readonly events: NonNullable<Discount["events"]>;
};

const SELECT = `
SELECT discount.id, discount.version, kind, discount.name, rule_name AS "ruleName", enabled, code_required AS "codeRequired", currency, percentage,
       amount_minor AS "amountMinor", pack_price_minor AS "packPriceMinor", to_json(event_ids) AS "namedEventIds", tag,
       minimum_tickets AS "minimumTickets", maximum_tickets AS "maximumTickets", minimum_events AS "minimumEvents",
       minimum_spend_minor AS "minimumSpendMinor", quantity, valid_from AS "validFrom", valid_to AS "validTo",
       (SELECT json_build_object('id', event_group.id, 'name', event_group.name)
          FROM event_group WHERE event_group.id = discount.event_group_id) AS "eventGroup",
       (SELECT coalesce(json_agg(json_build_object('id', event.id, 'name', event.name, 'published', event.published) ORDER BY event.id), '[]')
          FROM event
         WHERE event.id = ANY (discount.event_ids)
            OR event.id IN (SELECT event_id FROM event_group_event member
                             WHERE member.event_group_id = discount.event_group_id)) AS events
  FROM discount WHERE discount.account_id = $1`;

/** Returns the enabled discounts of the account. The caller checks their dates. */
export async function listEnabledDiscounts(db: Db, accountId: number): Promise<readonly Discount[]> {
  const rows = await db.prepared<DiscountRow>("list_enabled_discounts", `${SELECT} AND enabled ORDER BY discount.id`, [
    accountId,
  ]);
  return rows.map(toDiscount);
}

export async function findDiscount(
  db: Db,
  accountId: number,
  kinds: readonly DiscountKind[],
  id: number,
): Promise<Discount | undefined> {
  const [row] = await db.query<DiscountRow>(`${SELECT} AND discount.id = $2 AND kind = ANY ($3)`, [
    accountId,
    id,
    kinds,
  ]);
  return row && toDiscount(row);
}

/** Returns one page of the account's discounts of these kinds by name, and the number of discounts on all pages. */
export function listDiscounts(db: Db, accountId: number, kinds: readonly DiscountKind[], page: Page) {
  const from = "discount WHERE account_id = $1 AND kind = ANY ($2)";
  return readPage<{ id: number; name: string }>(
    db,
    { columns: "id, name", from, order: "name, id", values: [accountId, kinds] },
    page,
  );
}

/** The fields of a discount that may change. */
export type DiscountTerms = ChangeOf<
  Omit<Discount, "id" | "currency" | "off" | "events" | "namedEventIds" | "eventGroup"> & {
    readonly percentage: number | undefined;
    readonly amountMinor: number | undefined;
    readonly packPriceMinor: number | undefined;
    readonly eventIds: readonly number[];
    readonly eventGroupId: number | undefined;
  }
>;

function toDiscount({ percentage, amountMinor, packPriceMinor, events, ...columns }: DiscountRow): Discount {
  const isForAll = columns.namedEventIds.length === 0 && columns.eventGroup === null;
  return {
    ...shapeOf<Columns>(columns),
    off: offOf({ percentage, amountMinor, packPriceMinor }),
    events: isForAll ? undefined : events,
  };
}

function offOf({
  percentage,
  amountMinor,
  packPriceMinor,
}: Pick<DiscountRow, "percentage" | "amountMinor" | "packPriceMinor">): Discount["off"] {
  if (percentage !== null) return { percentage };
  if (amountMinor !== null) return { amountMinor };
  if (packPriceMinor !== null) return { packPriceMinor };
  throw new Error("The discount row has no percentage, amount or pack price.");
}
