import { createMasterTicket } from "#src/catalogue/use-cases/master-tickets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { parseMoney } from "#src/platform/domain/money.ts";
import type { World } from "#src/platform/world.ts";
import type { EventPlan } from "./season/plan.ts";

/** Runs with more dates than this get master tickets. */
const DATES_MAX = 5;

/** Creates a prototype of each ticket type of a long run, in the plan's order; none for a short run. */
export async function plantMasters(
  world: World,
  promoter: Caller,
  eventId: number,
  { dates, ticketTypes }: EventPlan,
  currency: string,
): Promise<readonly (number | undefined)[]> {
  if (dates.length <= DATES_MAX) return [];
  const ids: number[] = [];
  for (const { name, price, fee, allocation } of ticketTypes) {
    const [amount, charge] = [parseMoney(price, currency), parseMoney(fee, currency)];
    if (amount === undefined || charge === undefined) return wrong(name);
    const made = await createMasterTicket(world, promoter, eventId, {
      name,
      price: amount,
      fee: charge,
      maximumAllocation: allocation,
      onSaleFrom: undefined,
      onSaleTo: undefined,
    });
    if (!made.ok) return wrong(name);
    ids.push(made.id);
  }
  return ids;
}

function wrong(name: string): never {
  throw new Error(`The master ticket cannot be planted: ${name}.`);
}
