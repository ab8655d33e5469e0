import { createField } from "#src/catalogue/use-cases/additional-fields.ts";
import { createMasterTicket } from "#src/catalogue/use-cases/master-tickets.ts";
import { createEventGroup, publishEventGroup } from "#src/offering/use-cases/event-groups.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Money, parseMoney, toDecimal } from "#src/platform/domain/money.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import { changeCode, createCode, listCodes } from "#src/pricing/use-cases/codes.ts";
import { changeDiscount, createDiscount } from "#src/pricing/use-cases/discounts.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import type { EventPlan, FieldPlan, GroupPlan, SeasonPlan } from "./season/plan.ts";

/** Who the season is created for, and when. */
export type Setting = { readonly runtime: PaymentRuntime; readonly promoter: Caller; readonly now: Date };

export type Ids = Readonly<Record<string, number>>;

/** Creates and enables the season's discounts, with their codes and the codes that open ticket types. */
export async function seedDiscounts(
  setting: Setting,
  { discounts = [], openingCodes = [] }: Pick<SeasonPlan, "discounts" | "openingCodes">,
  { eventIds, groupIds }: { readonly eventIds: Ids; readonly groupIds: Ids },
): Promise<void> {
  const { runtime, promoter } = setting;
  const { currency } = promoter.account;
  for (const { events = [], group, amount, percentage, codes = [], ...plan } of discounts) {
    const made = await createDiscount(runtime, promoter, {
      ...plan,
      ruleName: plan.name,
      currency,
      codeRequired: codes.length > 0,
      ...(percentage !== undefined && { percentage: percentage * 100 }),
      ...(amount !== undefined && { amountMinor: amountOf(amount, currency).minor }),
      eventIds: events.map((name) => known(eventIds, name)),
      eventGroupId: group === undefined ? null : known(groupIds, group),
    });
    const discountId = idOf(made);
    await changeDiscount(runtime, promoter, [plan.kind], discountId, { enabled: true });
    for (const code of codes) await seedCode(setting, { ...code, kind: "DISCOUNT", discountId });
  }
  for (const { event, ...code } of openingCodes) {
    await seedCode(setting, { ...code, eventIds: [known(eventIds, event)] });
  }
}

/** Creates a code, or keeps the one of an earlier season. */
async function seedCode({ runtime, promoter }: Setting, code: Parameters<typeof createCode>[2]): Promise<void> {
  const { things } = await listCodes(runtime, promoter, { page: 1, pageSize: 1_000 });
  const earlier = things.find(({ name }) => foldCode(name) === foldCode(code.text));
  const { kind: _kind, ...terms } = code;
  must(earlier ? await changeCode(runtime, promoter, earlier.id, terms) : await createCode(runtime, promoter, code));
}

/** Creates an event's questions in the order of the plan, for the ticket types of these names on every date. */
export async function seedFields(
  { runtime, promoter }: Setting,
  eventId: number,
  fields: readonly FieldPlan[],
  typesByDate: readonly Ids[],
): Promise<void> {
  const made: Record<string, number> = {};
  for (const [sortIdx, { parent, ticketTypes = [], ...plan }] of fields.entries()) {
    const field = await createField(runtime, promoter, {
      askedOf: "BUYER",
      fieldType: "CUSTOM",
      ...plan,
      eventId,
      sortIdx,
      parentId: parent === undefined ? undefined : known(made, parent),
      ticketTypeIds: typesByDate.flatMap((types) => ticketTypes.flatMap((type) => types[type] ?? [])),
    });
    made[plan.name] = idOf(field);
  }
}

const BUYERS = [
  ["Aroha", "Tamihana"],
  ["Malcolm", "Oyelaran"],
  ["Siobhán", "Ní Dhuibhir"],
  ["Kenji", "Morimoto"],
  ["Leilani", "Fa‘asavalu"],
  ["Tom", "Hargreaves"],
] as const;

/** Sells this number of tickets at the box office, in orders as large as the ticket type allows. */
export async function sellForCash(
  { runtime, promoter: caller }: Setting,
  eventId: number,
  ticketTypeId: number,
  quantity: number,
  most = 10,
): Promise<void> {
  for (let left = quantity, order = 0; left > 0; left -= most, order += 1) {
    const wanted = [{ ticketTypeId, quantity: Math.min(left, most) }];
    const reserved = await createReservation(runtime, { caller, eventId, wanted, boxOffice: true });
    if (!reserved.ok) throw new Error(`A seeded reservation was refused: ${reserved.refusal}.`);
    const { cartKey, total } = reserved.reservation;

    const [firstName, lastName] = BUYERS[order % BUYERS.length] ?? BUYERS[0];
    const buyer = { FIRST_NAME: firstName, LAST_NAME: lastName, EMAIL: `buyer${order + 1}@foyer.example` };
    await lockCart(runtime, caller, { cartKey }, buyer);
    const parts = [{ method: "CASH", text: toDecimal(total) }] as const;
    const paid = await payCart(runtime, { caller, scope: { cartKey }, parts });
    if (paid.kind !== "answer" || paid.answer.type !== "SUCCESS") throw new Error("A seeded sale was not paid.");
    // These buyers do not exist, and a mail server of the operator must not get hundreds of messages to them.
    await runtime.db.query(
      `UPDATE message SET state = 'CANCELLED', settled_at = now() WHERE account_id = $1 AND recipient = $2 AND state = 'QUEUED'`,
      [caller.account.id, buyer.EMAIL],
    );
  }
}

/** Creates and publishes the season's event groups. */
export async function seedGroups(
  { runtime, promoter }: Setting,
  groups: readonly GroupPlan[],
  eventIds: Ids,
): Promise<Ids> {
  const ids: Record<string, number> = {};
  for (const { events, ...group } of groups) {
    const members = events.map((event) => known(eventIds, event));
    const id = idOf(await createEventGroup(runtime, promoter, { ...group, eventIds: members }));
    await publishEventGroup(runtime, promoter, id, true);
    ids[group.name] = id;
  }
  return ids;
}

/** Runs with more dates than this get master tickets. */
const DATES_MAX = 5;

/** Creates a prototype of each ticket type of a long run, in the plan's order; none for a short run. */
export async function seedMasters(
  { runtime, promoter }: Setting,
  eventId: number,
  { dates, ticketTypes }: EventPlan,
  currency: string,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const { name, price, fee, allocation: maximumAllocation } of dates.length > DATES_MAX ? ticketTypes : []) {
    const prices = { price: amountOf(price, currency), fee: amountOf(fee, currency) };
    const master = { name, ...prices, maximumAllocation, onSaleFrom: undefined, onSaleTo: undefined };
    ids.push(idOf(await createMasterTicket(runtime, promoter, eventId, master)));
  }
  return ids;
}

export function amountOf(text: string, currency: string): Money {
  return parseMoney(text, currency) ?? wrong(`the amount ${text}`);
}

export function known<Value>(named: Readonly<Record<string, Value>>, name: string): Value {
  return named[name] ?? wrong(`the name ${name}`);
}

export function idOf(made: { readonly ok: true; readonly id: number } | ({ readonly ok: false } & object)): number {
  return made.ok ? made.id : wrong(JSON.stringify(made));
}

export function must(done: { readonly ok: boolean }): void {
  if (!done.ok) wrong(JSON.stringify(done));
}

export function wrong(what: string): never {
  throw new Error(`The season cannot be created: ${what}.`);
}
