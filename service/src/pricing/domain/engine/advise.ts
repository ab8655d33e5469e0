import { assigningWork, ticketOffers, WORK_MAX } from "./assign-savings.ts";
import { allIn, isInScope } from "./off.ts";
import { priceCart } from "./price-cart.ts";
import type { PricingLine, PricingRule } from "./rule.ts";
import { qualifies, ticketsInScope } from "./ticket-offers.ts";

/** A ticket type that can be bought now, and how many more of it. */
export type Offered = Omit<PricingLine, "id" | "quantity"> & { readonly available: number };

/** What is missing for a rule, and what the cart then saves more than it does now. */
export type Advice = {
  readonly ruleId: string;
  readonly name: string;
  readonly savesMinor: number;
  readonly missing: readonly {
    readonly eventId: number;
    readonly eventDateId: number;
    readonly ticketTypeId: number;
    readonly quantity: number;
  }[];
};

/** Advice to buy more than this is no advice. */
export const MISSING_MAX = 4;
/** The ticket types tried for one rule, and the ways of choosing among them: the cheapest come first. */
const CANDIDATES_MAX = 6;
const CHOICES_MAX = 40;
/** What one piece of advice may look at in all, whatever rules there are: some tens of milliseconds, which others wait. */
const ADVICE_WORK_MAX = 4 * WORK_MAX;
/** A cart of more tickets is no longer waiting for advice, and pricing it over and over would keep others waiting. */
export const ADVISED_TICKETS_MAX = 50;

/**
 * For each rule that the cart comes near: the fewest tickets that fulfil it, and of those the ones with which the whole
 * cart costs least. Only what is offered is ever advised, and only where something more is saved in the end.
 */
export function advise(
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
  offered: readonly Offered[],
): readonly Advice[] {
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) > ADVISED_TICKETS_MAX) return [];
  const now = priceCart(lines, rules);
  const savedNow = now.grossMinor - now.totalMinor;
  const near = rules.flatMap((rule) => {
    const counts = countsToTry(rule, lines);
    return counts.length > 0 ? [{ rule, counts }] : [];
  });
  const pricings = near.reduce((sum, { counts }) => sum + counts.length, 0) * 2;
  // The first of the choices are the cheapest. Where the work allows for none, there is no advice.
  const tries = Math.min(
    CHOICES_MAX,
    Math.floor(ADVICE_WORK_MAX / (pricings * assigningWork(ticketOffers(lines, rules)))),
  );
  return near.flatMap(({ rule, counts }) => {
    const candidates = candidatesFor(rule, lines, offered);
    // What is saved just as well without the rule is no reason to name it.
    const others = rules.filter((other) => other !== rule);
    for (const count of counts) {
      let best:
        | { readonly added: readonly PricingLine[]; readonly totalMinor: number; readonly saved: number }
        | undefined;
      let isFulfilled = false;
      for (const added of choices(candidates, count).take(tries)) {
        const more = [...lines, ...added];
        if (!isMet(rule, more, lines)) continue;
        isFulfilled = true;
        const { grossMinor, totalMinor } = priceCart(more, rules);
        const saved = grossMinor - totalMinor;
        if (saved <= savedNow || priceCart(more, others).totalMinor <= totalMinor) continue;
        if (best === undefined || totalMinor < best.totalMinor) best = { added, totalMinor, saved };
      }
      if (best !== undefined) return [toAdvice(rule, best.added, best.saved - savedNow)];
      if (isFulfilled) return [];
    }
    return [];
  });
}

/** How many more tickets could fulfil the rule: none where it is fulfilled, or where the cart has nothing to do with it. */
function countsToTry(rule: PricingRule, lines: readonly PricingLine[]): readonly number[] {
  const tickets = ticketsInScope(rule, lines);
  if (tickets === 0) return [];
  if (rule.kind === "MULTIPACK")
    return upToMax(tickets % rule.quantity === 0 ? 0 : rule.quantity - (tickets % rule.quantity));
  if (qualifies(rule, lines)) return [];
  if (rule.kind === "ORDER") return Array.from({ length: MISSING_MAX }, (_, index) => index + 1);
  if (rule.kind === "TICKET") return upToMax(rule.minimumTickets - tickets);
  const events = new Set(lines.filter((line) => isInScope(line, rule.scope)).map(({ eventId }) => eventId));
  return upToMax(Math.max(rule.minimumEvents - events.size, rule.minimumTickets - tickets));
}

function upToMax(count: number): readonly number[] {
  return count > 0 && count <= MISSING_MAX ? [count] : [];
}

/** One pack more than now, or a condition that was not met. */
function isMet(rule: PricingRule, more: readonly PricingLine[], lines: readonly PricingLine[]): boolean {
  if (rule.kind !== "MULTIPACK") return qualifies(rule, more);
  const packs = (tickets: number) => Math.floor(tickets / rule.quantity);
  return packs(ticketsInScope(rule, more)) > packs(ticketsInScope(rule, lines));
}

/** The cheapest of each event come first, so that a rule that spans events finds them. */
function candidatesFor(
  rule: PricingRule,
  lines: readonly PricingLine[],
  offered: readonly Offered[],
): readonly Offered[] {
  const fit = offered
    .filter((type) => type.available > 0 && isInScope({ ...type, id: "", quantity: 1 }, rule.scope))
    .toSorted((one, other) => allIn(one) - allIn(other));
  if (fit.length <= CANDIDATES_MAX) return fit;
  const held = new Set(lines.map(({ eventId }) => eventId));
  const firstOfEvent = fit.filter((type, at) => fit.findIndex(({ eventId }) => eventId === type.eventId) === at);
  const newEvents = firstOfEvent.filter(({ eventId }) => !held.has(eventId));
  return [...new Set([...newEvents, ...fit])].slice(0, CANDIDATES_MAX);
}

/** Every way of choosing so many, with the tickets of one type in one line and never more than are there. */
function* choices(offered: readonly Offered[], count: number, from = 0): Generator<readonly PricingLine[]> {
  if (count === 0) {
    yield [];
    return;
  }
  const type = offered[from];
  if (type === undefined) return;
  for (let quantity = Math.min(count, type.available); quantity >= 0; quantity -= 1) {
    for (const rest of choices(offered, count - quantity, from + 1)) {
      const { available: _, ...line } = type;
      yield quantity === 0 ? rest : [{ ...line, id: `more:${type.ticketTypeId}`, quantity }, ...rest];
    }
  }
}

function toAdvice({ id, name }: PricingRule, added: readonly PricingLine[], savesMinor: number): Advice {
  const missing = added.map(({ eventId, eventDateId, ticketTypeId, quantity }) => {
    return { eventId, eventDateId, ticketTypeId, quantity };
  });
  return { ruleId: id, name, savesMinor, missing };
}
