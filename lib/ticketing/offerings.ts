import "server-only";

import { z } from "zod";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { saleStatus } from "#lib/ticketing/events.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import type { Offering, OfferingGroup, OfferingItem, TicketType } from "#lib/ticketing/model/offering.ts";
import { discounts } from "#lib/ticketing/wire/purchase/savings.ts";
import { absent, id, instant, money, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

type Options = {
  /** Codes, typed or from a link, separated by spaces: they reveal hidden tickets. An invalid code changes nothing. */
  readonly revealCodes?: string | undefined;
};

/** Returns what the public may buy of an Event, sold-out tickets included. */
export async function getOffering(eventId: number, { revealCodes = "" }: Options = {}): Promise<Offering | undefined> {
  const shown = pathTo`/offering/${eventId}/PUBLIC?showSoldOut=true`;
  const codes = withPlainDigits(revealCodes).trim();
  const path = shown && codes !== "" ? (`${shown}&revealCode=${encodeURIComponent(codes)}` as const) : shown;
  return request({ name: "getOffering", method: "GET", path, answer: offering });
}

/** Used where a service states no limit: larger orders are group bookings. */
const MAXIMUM_UNSTATED = 20;

const count = z.int().nonnegative();
const sorted = { sortIdx: optional(z.number(), 0) };

const ticket = z
  .object({
    kind: z.literal("TICKET"),
    ...sorted,
    id,
    name: z.string(),
    description: optional(z.string(), ""),
    venueSection: ref,
    price: money,
    fee: absent(money),
    saleStatus,
    onSaleFrom: absent(instant),
    onSaleTo: absent(instant),
    available: absent(count),
    held: absent(count),
    minimum: optional(count, 1),
    maximum: optional(count, MAXIMUM_UNSTATED),
    codeRequired: optional(z.boolean(), false),
    revealed: absent(z.boolean()),
  })
  .transform(({ kind, sortIdx, venueSection, price, fee, ...ticket }) => ({
    sortIdx,
    item: {
      kind,
      ticketType: withoutUndefined({
        ...ticket,
        saleStatus: soldOutBelowMinimum(ticket),
        section: { id: venueSection.id, name: venueSection.name },
        price,
        fee: fee ?? { minor: 0, currency: price.currency },
      }),
    } satisfies OfferingItem,
  }));

/** A service may call a ticket on sale of which fewer are left than an order must have. */
function soldOutBelowMinimum({
  saleStatus,
  available,
  minimum,
}: Pick<TicketType, "saleStatus" | "minimum"> & { readonly available: number | undefined }): SaleStatus {
  const isTooFew = saleStatus === "ON_SALE" && available !== undefined && available < Math.max(1, minimum);
  return isTooFew ? "SOLD_OUT" : saleStatus;
}

const copy = z
  .object({ kind: z.literal("COPY"), ...sorted, text: z.string() })
  .transform(({ kind, sortIdx, text }) => ({ sortIdx, item: { kind, text } satisfies OfferingItem }));

/** Items of an unknown type are left out. */
const items = z
  .array(z.union([ticket, copy, z.looseObject({ kind: z.string().refine(isUnknownType, { abort: true }) })]))
  .transform((all) =>
    all
      .flatMap((entry) => ("item" in entry ? [entry as { sortIdx: number; item: OfferingItem }] : []))
      .sort(bySortIdx)
      .map(({ item }) => item),
  );

function isUnknownType(kind: string): boolean {
  return kind !== "TICKET" && kind !== "COPY";
}

function bySortIdx(one: { readonly sortIdx: number }, other: { readonly sortIdx: number }): number {
  return one.sortIdx - other.sortIdx;
}

/** Dates without a sort order are ordered by their start. */
function byStart(one: { readonly startsAt: string }, other: { readonly startsAt: string }): number {
  return Date.parse(one.startsAt) - Date.parse(other.startsAt);
}

const pages = z
  .array(
    z.object({
      kind: z.enum(["TICKETS", "MERCHANDISE"]).catch("TICKETS"),
      name: optional(z.string(), ""),
      ...sorted,
      items,
    }),
  )
  .transform((pages) => pages.sort(bySortIdx).map(({ sortIdx: _sortIdx, ...page }) => page));

const group = z
  .object({
    name: optional(z.string(), ""),
    eventDate: ref,
    startDate: instant,
    endDate: absent(instant).catch(undefined),
    doors: absent(instant).catch(undefined),
    previousStartDate: absent(instant).catch(undefined),
    saleStatus,
    waitingList: optional(z.boolean(), false),
    onSaleFrom: absent(instant),
    dateGroup: absent(z.string()),
    label: absent(z.string()),
    ...sorted,
    pages,
  })
  .transform(({ eventDate, startDate, endDate, previousStartDate, label, waitingList, ...group }) =>
    withoutUndefined({
      ...group,
      saleStatus: soldOutWithItsTickets(group),
      ...(waitingList && { hasWaitingList: true }),
      label: label || undefined,
      eventDateId: eventDate.id,
      startsAt: startDate,
      endsAt: endDate,
      previousStartsAt: previousStartDate,
    }),
  );

/** A date that is on sale has a ticket on sale, or one whose sale begins later. */
function soldOutWithItsTickets({ saleStatus, pages }: Pick<OfferingGroup, "saleStatus" | "pages">): SaleStatus {
  const statuses = pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "TICKET" ? [item.ticketType.saleStatus] : [])),
  );
  const isSoldOut = statuses.length > 0 && statuses.every((status) => status === "SOLD_OUT");
  return saleStatus === "ON_SALE" && isSoldOut ? "SOLD_OUT" : saleStatus;
}

export const offering = z
  .object({ event: ref, groups: z.array(group), discounts })
  .transform(({ event, groups, discounts }) => ({
    eventId: event.id,
    groups: groups
      .sort((one, other) => bySortIdx(one, other) || byStart(one, other))
      .map(({ sortIdx: _sortIdx, ...group }) => group),
    discounts,
  })) satisfies z.ZodType<Offering>;
