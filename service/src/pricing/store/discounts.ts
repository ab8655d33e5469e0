import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId, type RowOf, readPage, shapeOf } from "#src/platform/store/rows.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";

type Columns = Omit<Discount, "off" | "events">;

type DiscountRow = RowOf<Columns> & {
  readonly percentage: number | null;
  readonly amountMinor: number | null;
  readonly packPriceMinor: number | null;
  readonly events: NonNullable<Discount["events"]>;
};

const SELECT = `
SELECT discount.id, kind, discount.name, rule_name AS "ruleName", enabled, code_required AS "codeRequired", currency, percentage,
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

/** The fields of a discount. `undefined` keeps a field, `null` empties it. */
export type DiscountTerms = {
  readonly kind?: DiscountKind | undefined;
  readonly name?: string | undefined;
  readonly ruleName?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly codeRequired?: boolean | undefined;
  readonly percentage?: number | null | undefined;
  readonly amountMinor?: number | null | undefined;
  readonly packPriceMinor?: number | null | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly eventGroupId?: number | null | undefined;
  readonly tag?: string | null | undefined;
  readonly minimumTickets?: number | undefined;
  readonly maximumTickets?: number | null | undefined;
  readonly minimumEvents?: number | undefined;
  readonly minimumSpendMinor?: number | undefined;
  readonly quantity?: number | undefined;
  readonly validFrom?: Date | null | undefined;
  readonly validTo?: Date | null | undefined;
};

export type NewDiscount = DiscountTerms & {
  readonly kind: DiscountKind;
  readonly name: string;
  readonly currency: string;
};

export async function insertDiscount(db: Db, accountId: number, discount: NewDiscount): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO discount (account_id, kind, name, rule_name, currency, percentage, amount_minor, pack_price_minor)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      accountId,
      discount.kind,
      discount.name,
      discount.ruleName ?? discount.name,
      discount.currency,
      discount.percentage ?? null,
      discount.amountMinor ?? null,
      discount.packPriceMinor ?? null,
    ],
  );
  const id = insertedId(row);
  await changeDiscount(db, id, discount);
  return id;
}

export async function changeDiscount(db: Db, id: number, change: DiscountTerms): Promise<void> {
  await changeRow(db, "discount", id, {
    kind: change.kind,
    name: change.name,
    rule_name: change.ruleName,
    enabled: change.enabled,
    code_required: change.codeRequired,
    percentage: change.percentage,
    amount_minor: change.amountMinor,
    pack_price_minor: change.packPriceMinor,
    event_ids: change.eventIds,
    event_group_id: change.eventGroupId,
    tag: change.tag,
    minimum_tickets: change.minimumTickets,
    maximum_tickets: change.maximumTickets,
    minimum_events: change.minimumEvents,
    minimum_spend_minor: change.minimumSpendMinor,
    quantity: change.quantity,
    valid_from: change.validFrom,
    valid_to: change.validTo,
  });
}

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
