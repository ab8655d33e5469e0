import { createField } from "#src/catalogue/use-cases/additional-fields.ts";
import { createMasterTicket } from "#src/catalogue/use-cases/master-tickets.ts";
import { createEventGroup, publishEventGroup } from "#src/offering/use-cases/event-groups.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { parseMoney, toDecimal } from "#src/platform/domain/money.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import { changeCode, createCode, listCodes } from "#src/pricing/use-cases/codes.ts";
import { changeDiscount, createDiscount } from "#src/pricing/use-cases/discounts.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import type { EventPlan, FieldPlan, GroupPlan, SeasonPlan } from "./season/plan.ts";

type Ids = Readonly<Record<string, number>>;

/** Creates and enables the season's discounts, with their codes and the codes that open ticket types. */
export async function seedDiscounts(
  runtime: Runtime,
  promoter: Caller,
  { discounts = [], openingCodes = [] }: Pick<SeasonPlan, "discounts" | "openingCodes">,
  { eventIds, groupIds }: { readonly eventIds: Ids; readonly groupIds: Ids },
): Promise<void> {
  const { currency } = promoter.account;
  for (const { events = [], group, amount, percentage, codes = [], ...plan } of discounts) {
    const discount = await createDiscount(runtime, promoter, {
      ...plan,
      ruleName: plan.name,
      currency,
      codeRequired: codes.length > 0,
      ...(percentage !== undefined && { percentage: percentage * 100 }),
      ...(amount !== undefined && { amountMinor: parseMoney(amount, currency)?.minor ?? fail(amount) }),
      eventIds: events.map((name) => eventIds[name] ?? fail(name)),
      eventGroupId: group === undefined ? null : (groupIds[group] ?? fail(group)),
    });
    if (!discount.ok) return fail(plan.name);
    await changeDiscount(runtime, promoter, [plan.kind], discount.id, { enabled: true });
    for (const { text, maximumUses } of codes) {
      await seedCode(runtime, promoter, { text, kind: "DISCOUNT", discountId: discount.id, maximumUses });
    }
  }
  for (const { text, kind, event } of openingCodes) {
    await seedCode(runtime, promoter, { text, kind, eventIds: [eventIds[event] ?? fail(event)] });
  }
}

/** Creates a code, or keeps the one of an earlier season. */
async function seedCode(runtime: Runtime, promoter: Caller, code: Parameters<typeof createCode>[2]): Promise<void> {
  const { things } = await listCodes(runtime, promoter, { page: 1, pageSize: 1_000 });
  const earlier = things.find(({ name }) => foldCode(name) === foldCode(code.text));
  const { kind: _kind, ...terms } = code;
  const done = earlier
    ? await changeCode(runtime, promoter, earlier.id, terms)
    : await createCode(runtime, promoter, code);
  if (!done.ok) fail(code.text);
}

function fail(name: string): never {
  throw new Error(`This part of the season cannot be created: ${name}.`);
}

/** Creates an event's questions in the order of the plan, for the ticket types of these names on every date. */
export async function seedFields(
  runtime: Runtime,
  promoter: Caller,
  eventId: number,
  fields: readonly FieldPlan[],
  typesByDate: readonly Readonly<Record<string, number>>[],
): Promise<void> {
  const made = new Map<string, number>();
  for (const [sortIdx, plan] of fields.entries()) {
    const { name, label, inputType, choices, lengthMax, parent, parentAnswers, isRequired: required = false } = plan;
    const { askedOf = "BUYER", ticketTypes = [] } = plan;
    const ticketTypeIds = typesByDate.flatMap((types) => ticketTypes.flatMap((type) => types[type] ?? []));
    const parentId = parent === undefined ? undefined : made.get(parent);
    const asked = {
      eventId,
      askedOf,
      fieldType: plan.fieldType ?? ("CUSTOM" as const),
      name,
      label,
      inputType,
      parentId,
      ticketTypeIds,
    };
    const terms = { choices, lengthMax, parentAnswers, required, sortIdx };
    const field = await createField(runtime, promoter, { ...asked, ...terms });
    if (!field.ok) throw new Error(`A question cannot be created: ${JSON.stringify(field)}.`);
    made.set(name, field.id);
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
  runtime: PaymentRuntime,
  caller: Caller,
  eventId: number,
  {
    ticketTypeId,
    quantity,
    most = 10,
  }: { readonly ticketTypeId: number; readonly quantity: number; readonly most?: number },
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
  runtime: Runtime,
  promoter: Caller,
  groups: readonly GroupPlan[],
  eventIds: Readonly<Record<string, number>>,
): Promise<Readonly<Record<string, number>>> {
  const ids: Record<string, number> = {};
  for (const { name, abstract: abstractText, description, tags, events } of groups) {
    const texts = { abstractText, description, tags };
    const members = events.map((event) => eventIds[event] ?? fail(event));
    const made = await createEventGroup(runtime, promoter, { name, ...texts, eventIds: members });
    if (!made.ok) return fail(name);
    await publishEventGroup(runtime, promoter, made.id, true);
    ids[name] = made.id;
  }
  return ids;
}

/** Runs with more dates than this get master tickets. */
const DATES_MAX = 5;

/** Creates a prototype of each ticket type of a long run, in the plan's order; none for a short run. */
export async function seedMasters(
  runtime: Runtime,
  promoter: Caller,
  eventId: number,
  { dates, ticketTypes }: EventPlan,
  currency: string,
): Promise<readonly (number | undefined)[]> {
  if (dates.length <= DATES_MAX) return [];
  const ids: number[] = [];
  for (const { name, price, fee, allocation } of ticketTypes) {
    const [amount, charge] = [parseMoney(price, currency), parseMoney(fee, currency)];
    if (amount === undefined || charge === undefined) return fail(name);
    const made = await createMasterTicket(runtime, promoter, eventId, {
      name,
      price: amount,
      fee: charge,
      maximumAllocation: allocation,
      onSaleFrom: undefined,
      onSaleTo: undefined,
    });
    if (!made.ok) return fail(name);
    ids.push(made.id);
  }
  return ids;
}
