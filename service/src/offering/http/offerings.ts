import { z } from "zod";
import { type Event, type EventDate, hasWaitingList, opensAt, type TicketType } from "#src/catalogue/domain/event.ts";
import { eventDateName, eventDateRef, saleStatus } from "#src/catalogue/http/event-shapes.ts";
import { isCopy, type OfferingCopy, orderedItems } from "#src/offering/domain/offering-copy.ts";
import { getOffering, listOfferedDiscounts } from "#src/offering/use-cases/offerings.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { offeringPage } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idText, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { splitCodes } from "#src/pricing/domain/code.ts";
import { DISCOUNT_KINDS, type Discount, ruleId } from "#src/pricing/domain/discount.ts";
import { revealByCodes } from "#src/pricing/use-cases/codes.ts";

/** A discount as data, for which a storefront writes its own text. */
export const offeredDiscount = named(
  "OfferedDiscount",
  z.object({
    rule: z.string(),
    name: z.string(),
    kind: z.enum(DISCOUNT_KINDS),
    /** One of three: a percentage off, an amount off, or the price of a pack. */
    percentage: z.number().optional(),
    amount: currency.optional(),
    packPrice: currency.optional(),
    quantity: z.int().optional(),
    minimumTickets: z.int().optional(),
    maximumTickets: z.int().optional(),
    minimumEvents: z.int().optional(),
    minimumSpend: currency.optional(),
    /** The events in its scope. Empty: every event of the account. */
    events: z.array(ref),
    tag: z.string().optional(),
  }),
);

const item = named(
  "OfferingItem",
  z.object({
    kind: z.enum(["TICKET", "COPY"]),
    sortIdx: z.int(),
    text: z.string().optional(),
    id: id.optional(),
    name: z.string().optional(),
    description: z.string().optional(),
    venueSection: ref.optional(),
    price: currency.optional(),
    fee: currency.optional(),
    saleStatus: saleStatus.optional(),
    onSaleFrom: z.string().optional(),
    onSaleTo: z.string().optional(),
    available: z.int().optional(),
    held: z.int().optional(),
    minimum: z.int().optional(),
    maximum: z.int().optional(),
    codeRequired: z.boolean().optional(),
    /** It is shown because of a reveal code, which the reservation needs too. */
    revealed: z.boolean().optional(),
  }),
);

const page = named(
  "OfferingPage",
  z.object({
    kind: offeringPage,
    name: z.string(),
    sortIdx: z.int(),
    items: z.array(item),
  }),
);

const group = named(
  "OfferingGroup",
  z.object({
    name: z.string(),
    eventDate: ref,
    startDate: z.string(),
    /** The end, if the organiser has set one. */
    endDate: z.string().optional(),
    /** When the doors open, if the organiser has said so. */
    doors: z.string().optional(),
    /** The start from before its last move, if it was moved after it was announced. */
    previousStartDate: z.string().optional(),
    saleStatus,
    /** The date is sold out, and its waiting list can be joined. */
    waitingList: z.boolean().optional(),
    onSaleFrom: z.string().optional(),
    dateGroup: z.string().optional(),
    /** The organiser's label for the date, if any. */
    label: z.string().optional(),
    sortIdx: z.int(),
    pages: z.array(page),
  }),
);

/** Returns the calls of offerings. Those of a strict service have no waiting list. */
export const offeringCalls = ({ strictV2 }: { readonly strictV2: boolean }) => [
  declareCall({
    method: "GET",
    path: "/offering/{eventId}/{type}",
    summary: "The tickets of an event that are on sale now, in display order",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: z.strictObject({ eventId: idText, type: z.enum(["PUBLIC", "LAYBY", "BOX_OFFICE"]) }),
    query: z.strictObject({
      showSoldOut: z.enum(["true", "false"]).default("false"),
      /** Codes that reveal hidden ticket types, separated by spaces. Unknown codes are ignored. */
      revealCode: z.string().max(500).optional(),
    }),
    answer: z.object({
      event: ref,
      type: z.enum(["PUBLIC", "BOX_OFFICE"]),
      groups: z.array(group),
      discounts: z.array(offeredDiscount),
    }),
    handle: async ({ runtime, caller, params: { eventId, type }, query }) => {
      if (type === "LAYBY") return missing("type", "offering: lay-by is not sold here");
      if (!caller.capabilities.has(type)) {
        return refuse(403, [row("type", "not_allowed", `This user lacks the ${type} capability.`)]);
      }
      const found = await getOffering(
        runtime,
        caller,
        eventId,
        type === "BOX_OFFICE"
          ? { boxOffice: true }
          : { reveal: (now: Date) => revealByCodes(runtime, caller, splitCodes(query.revealCode ?? ""), now) },
      );
      if (found === undefined) return missing("eventId", "event");
      const { event, copies } = found;
      const showSoldOut = query.showSoldOut === "true";
      const dates = event.dates.filter(({ isOver }) => !isOver);
      const groups = dates.map((date, sortIdx) => toGroup(event, date, copies, { showSoldOut, sortIdx, strictV2 }));
      const discounts = (await listOfferedDiscounts(runtime, caller, event)).map(toOfferedDiscount);
      return answer({ event: toRef("event", event), type, groups, discounts });
    },
  }),
];

/** Returns a date with its items. Sort indexes are positions, so that sorting by them keeps the order of the answer. */
function toGroup(
  event: Event,
  date: EventDate,
  copies: readonly OfferingCopy[],
  {
    showSoldOut,
    sortIdx,
    strictV2,
  }: { readonly showSoldOut: boolean; readonly sortIdx: number; readonly strictV2: boolean },
): z.input<typeof group> {
  const shown = date.ticketTypes.filter((type) => isShown(type, showSoldOut));
  const { timeZone } = event.venue;
  const onSaleFrom = opensAt(date);
  return {
    name: eventDateName(event, date),
    eventDate: eventDateRef(event, date),
    startDate: formatInstant(date.startsAt, timeZone),
    ...(date.hasSetEnd && { endDate: formatInstant(date.endsAt, timeZone) }),
    ...(date.doorsAt && { doors: formatInstant(date.doorsAt, timeZone) }),
    ...(date.previousStartsAt && !strictV2 && { previousStartDate: formatInstant(date.previousStartsAt, timeZone) }),
    saleStatus: date.saleStatus,
    ...(hasWaitingList(date) && !strictV2 && { waitingList: true }),
    ...(onSaleFrom && { onSaleFrom: formatInstant(onSaleFrom, timeZone) }),
    ...(date.dateGroup !== undefined && { dateGroup: date.dateGroup }),
    ...(date.label !== undefined && { label: date.label }),
    sortIdx,
    pages: offeringPage.options.flatMap((kind, sortIdx) => {
      const items = orderedItems(shown, copies, date.id, kind);
      const name = kind === "TICKETS" ? "Tickets" : "Merchandise";
      return items.length === 0
        ? []
        : [{ kind, name, sortIdx, items: items.map((item, at) => toItem(item, at, timeZone)) }];
    }),
  };
}

/** Returns whether to list a ticket type: not when closed or cancelled, and when sold out only on request. */
function isShown({ saleStatus }: TicketType, showSoldOut: boolean): boolean {
  return saleStatus === "ON_SALE" || saleStatus === "NOT_ON_SALE" || (showSoldOut && saleStatus === "SOLD_OUT");
}

function toItem(type: TicketType | OfferingCopy, sortIdx: number, timeZone: string): z.input<typeof item> {
  if (isCopy(type)) return { kind: "COPY", sortIdx, text: type.text };
  return {
    kind: "TICKET",
    sortIdx,
    id: type.id,
    name: type.name,
    description: type.description,
    venueSection: toRef("venueSection", type.section),
    price: toCurrency(type.price),
    fee: toCurrency(type.fee),
    saleStatus: type.saleStatus,
    ...(type.onSaleFrom && { onSaleFrom: formatInstant(type.onSaleFrom, timeZone) }),
    ...(type.onSaleTo && { onSaleTo: formatInstant(type.onSaleTo, timeZone) }),
    available: type.free,
    held: type.reserved,
    minimum: type.minimumPerOrder,
    maximum: type.maximumPerOrder,
    codeRequired: type.codeRequired,
    ...(type.hidden && { revealed: true }),
  };
}

export function toOfferedDiscount(discount: Discount): z.input<typeof offeredDiscount> {
  const { kind, ruleName, off, tag, events = [], minimumTickets, maximumTickets } = discount;
  const money = (minor: number) => toCurrency({ minor, currency: discount.currency });
  const ofTickets = kind === "TICKET" || kind === "FESTIVAL";
  return {
    rule: ruleId(discount),
    name: ruleName,
    kind,
    ...("percentage" in off && { percentage: off.percentage / 100 }),
    ...("amountMinor" in off && { amount: money(off.amountMinor) }),
    ...("packPriceMinor" in off && { packPrice: money(off.packPriceMinor) }),
    ...(kind === "MULTIPACK" && { quantity: discount.quantity }),
    ...(ofTickets && { minimumTickets }),
    ...(kind === "TICKET" && maximumTickets !== undefined && { maximumTickets }),
    ...(kind === "FESTIVAL" && { minimumEvents: discount.minimumEvents }),
    ...(kind === "ORDER" && discount.minimumSpendMinor > 0 && { minimumSpend: money(discount.minimumSpendMinor) }),
    events: events.map((event) => toRef("event", event)),
    ...(tag !== undefined && { tag }),
  };
}
