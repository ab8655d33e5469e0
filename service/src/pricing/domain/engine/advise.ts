import { assigningWork, ticketOffers, WORK_MAX } from "./assign-savings.ts";
import { priceCart } from "./price-cart.ts";
import { isInScope, type PricingLine, type PricingRule, priceWithFee } from "./rule.ts";
import { qualifies, ticketsInScope } from "./ticket-offers.ts";

/** A ticket type that can be bought now, and the number of tickets available. */
export type Offered = Omit<PricingLine, "id" | "quantity"> & { readonly available: number };

/** The tickets that a rule lacks, how much more the cart saves with them than now, and what it then costs. */
export type Advice = {
  readonly ruleId: string;
  readonly name: string;
  readonly savesMinor: number;
  readonly totalMinor: number;
  readonly missing: readonly {
    readonly eventId: number;
    readonly eventDateId: number;
    readonly ticketTypeId: number;
    readonly quantity: number;
  }[];
};

/** The most tickets that one piece of advice may suggest. */
const MISSING_MAX = 4;
/** The most ticket types tried for one rule, and the most combinations of them. The cheapest come first. */
const CANDIDATES_MAX = 6;
const CHOICES_MAX = 40;
/** Bounds the work for the advice of one cart to some tens of milliseconds, during which the process serves no other call. */
const ADVICE_WORK_MAX = 4 * WORK_MAX;
/** Larger carts get no advice: pricing them repeatedly would block other calls. */
const ADVISED_TICKETS_MAX = 50;

/**
 * Returns advice for each rule that the cart nearly meets: the fewest tickets that meet it, and of those the ones with
 * which the cart costs least. It suggests only offered tickets, and only when the cart then saves more. The advice with which the
 * cart costs least comes first.
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
  // The first choices are the cheapest. When the bound allows for none, there is no advice.
  const tries = Math.min(
    CHOICES_MAX,
    Math.floor(ADVICE_WORK_MAX / (pricings * assigningWork(ticketOffers(lines, rules)))),
  );
  const advice = near.flatMap(({ rule, counts }) => {
    const candidates = candidatesFor(rule, lines, offered);
    // A saving that the cart would also have without this rule is not attributed to it.
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
      if (best !== undefined) {
        const { added, saved, totalMinor } = best;
        return [
          { ruleId: rule.id, name: rule.name, savesMinor: saved - savedNow, totalMinor, missing: missingIn(added) },
        ];
      }
      if (isFulfilled) return [];
    }
    return [];
  });
  return advice.toSorted((one, other) => one.totalMinor - other.totalMinor);
}

/** Returns the numbers of tickets that could meet the rule. Empty when it is met or no ticket is in its scope. */
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

/** Returns whether `more` meets the rule. For a multipack: whether it has one pack more than `lines`. */
function isMet(rule: PricingRule, more: readonly PricingLine[], lines: readonly PricingLine[]): boolean {
  if (rule.kind !== "MULTIPACK") return qualifies(rule, more);
  const packs = (tickets: number) => Math.floor(tickets / rule.quantity);
  return packs(ticketsInScope(rule, more)) > packs(ticketsInScope(rule, lines));
}

/**
 * Returns the ticket types to try: those in the cart, since another one may not be for this buyer, and for a rule that spans events
 * those of further events, of which the cheapest come first.
 */
function candidatesFor(
  rule: PricingRule,
  lines: readonly PricingLine[],
  offered: readonly Offered[],
): readonly Offered[] {
  const typesInCart = new Set(lines.map(({ ticketTypeId }) => ticketTypeId));
  const eventsInCart = new Set(lines.map(({ eventId }) => eventId));
  const mayName = ({ ticketTypeId, eventId }: Offered) =>
    typesInCart.has(ticketTypeId) || (rule.kind === "FESTIVAL" && !eventsInCart.has(eventId));
  const fit = offered
    .filter((type) => type.available > 0 && mayName(type) && isInScope({ ...type, id: "", quantity: 1 }, rule.scope))
    .toSorted((one, other) => priceWithFee(one) - priceWithFee(other));
  if (fit.length <= CANDIDATES_MAX) return fit;
  const firstOfEvent = fit.filter((type, at) => fit.findIndex(({ eventId }) => eventId === type.eventId) === at);
  const newEvents = firstOfEvent.filter(({ eventId }) => !eventsInCart.has(eventId));
  return [...new Set([...newEvents, ...fit])].slice(0, CANDIDATES_MAX);
}

/** Yields every choice of `count` tickets, with one line for each type and never more than are available. */
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

function missingIn(added: readonly PricingLine[]): Advice["missing"] {
  return added.map(({ eventId, eventDateId, ticketTypeId, quantity }) => {
    return { eventId, eventDateId, ticketTypeId, quantity };
  });
}
