import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId } from "#src/platform/store/rows.ts";
import type { Discount, DiscountKind } from "#src/pricing/domain/discount.ts";

type DiscountRow = {
  readonly id: number;
  readonly kind: DiscountKind;
  readonly name: string;
  readonly rule_name: string;
  readonly enabled: boolean;
  readonly code_required: boolean;
  readonly currency: string;
  readonly percentage: number | null;
  readonly amount_minor: number | null;
  readonly pack_price_minor: number | null;
  readonly named_event_ids: readonly number[];
  readonly event_group: { readonly id: number; readonly name: string } | null;
  readonly events: readonly { readonly id: number; readonly name: string; readonly published: boolean }[];
  readonly tag: string | null;
  readonly minimum_tickets: number;
  readonly maximum_tickets: number | null;
  readonly minimum_events: number;
  readonly minimum_spend_minor: number;
  readonly quantity: number;
  readonly valid_from: Date | null;
  readonly valid_to: Date | null;
};

const SELECT = `
SELECT discount.*, to_json(event_ids) AS named_event_ids,
       (SELECT json_build_object('id', event_group.id, 'name', event_group.name)
          FROM event_group WHERE event_group.id = discount.event_group_id) AS event_group,
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
export async function listDiscounts(
  db: Db,
  accountId: number,
  kinds: readonly DiscountKind[],
  { page, pageSize }: Page,
): Promise<{ readonly things: readonly { readonly id: number; readonly name: string }[]; readonly total: number }> {
  const things = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM discount WHERE account_id = $1 AND kind = ANY ($2) ORDER BY name, id LIMIT $3 OFFSET $4`,
    [accountId, kinds, pageSize, (page - 1) * pageSize],
  );
  const [all] = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM discount WHERE account_id = $1 AND kind = ANY ($2)`,
    [accountId, kinds],
  );
  return { things, total: all?.total ?? 0 };
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

function toDiscount(row: DiscountRow): Discount {
  const isForAll = row.named_event_ids.length === 0 && row.event_group === null;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    ruleName: row.rule_name,
    enabled: row.enabled,
    codeRequired: row.code_required,
    currency: row.currency,
    off: offOf(row),
    events: isForAll ? undefined : row.events,
    namedEventIds: row.named_event_ids,
    eventGroup: row.event_group ?? undefined,
    tag: row.tag ?? undefined,
    minimumTickets: row.minimum_tickets,
    maximumTickets: row.maximum_tickets ?? undefined,
    minimumEvents: row.minimum_events,
    minimumSpendMinor: row.minimum_spend_minor,
    quantity: row.quantity,
    validFrom: row.valid_from ?? undefined,
    validTo: row.valid_to ?? undefined,
  };
}

function offOf({ percentage, amount_minor, pack_price_minor }: DiscountRow): Discount["off"] {
  if (percentage !== null) return { percentage };
  if (amount_minor !== null) return { amountMinor: amount_minor };
  if (pack_price_minor !== null) return { packPriceMinor: pack_price_minor };
  throw new Error("The discount row has no percentage, amount or pack price.");
}
