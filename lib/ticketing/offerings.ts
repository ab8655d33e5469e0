import "server-only";

import { z } from "zod";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { isKnownMissing, MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { UnreadableAnswer, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { saleStatus, statusOrAsk } from "#lib/ticketing/events.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";
import {
  type Offering,
  type OfferingItem,
  statusForAll,
  type TicketType,
  ticketTypesOf,
} from "#lib/ticketing/model/offering.ts";
import { isOver } from "#lib/ticketing/model/span.ts";
import { buildOffering, readType } from "#lib/ticketing/one-by-one/built-offering.ts";
import { type Reads, readsOfPage } from "#lib/ticketing/one-by-one/kept-reads.ts";
import { discounts } from "#lib/ticketing/wire/purchase/savings.ts";
import {
  absent,
  count,
  id,
  ifReadable,
  instant,
  money,
  optional,
  ref,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

type Options = {
  /** The reads that may be made where the offering is built from its dates and ticket types. */
  readonly reads?: Reads;
  /** Codes, typed or from a link, separated by spaces: they reveal hidden tickets. An invalid code changes nothing. */
  readonly revealCodes?: string | undefined;
};

/**
 * Returns what the public may buy of an Event, sold-out tickets included. Where the service has no offering, or one that cannot be
 * read, it is built from the dates and their ticket types.
 */
export async function getOffering(
  eventId: number,
  { revealCodes = "", reads = readsOfPage() }: Options = {},
): Promise<Offering | undefined> {
  const names = [CALL, `${CALL} ${eventId}`];
  if (names.some((name) => isKnownMissing(name))) return buildOffering(eventId, reads);
  try {
    const found = await requestOffering(eventId, revealCodes);
    if (found !== undefined && found !== "gone") return withSectionNames(found, reads);
    const built = await buildOffering(eventId, reads);
    // Our own service refuses the offering of an event that it does not show: it has the call.
    if (built !== undefined) recordMissing(found === "gone" ? `${CALL} ${eventId}` : CALL);
    return built;
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    recordMissing(`${CALL} ${eventId}`);
    return buildOffering(eventId, reads);
  }
}

const CALL = "getOffering";

async function requestOffering(eventId: number, revealCodes: string): Promise<Offering | "gone" | undefined> {
  const shown = pathTo`/offering/${eventId}/PUBLIC?showSoldOut=true`;
  const codes = withPlainDigits(revealCodes).trim();
  const path = shown && codes !== "" ? (`${shown}&revealCode=${encodeURIComponent(codes)}` as const) : shown;
  const answer: z.ZodType<Offering | "gone"> = offering(eventId);
  return request({ name: CALL, method: "GET", path, answer, missing: MISSING_STATUSES, gone: "gone" });
}

/** Returns the offering with the names of its sections, of which one ticket type each is read: two without a name cannot be told apart. */
async function withSectionNames(offering: Offering, reads: Reads): Promise<Offering> {
  const types = offering.groups.flatMap(ticketTypesOf);
  const nameless = new Map(
    types.flatMap(({ id, section }) => (section.name === "" ? [[section.id, id] as const] : [])),
  );
  if (nameless.size < 2) return offering;
  const named = [...nameless].map(async ([sectionId, typeId]) => {
    const type = await undefinedOnFault(readType(typeId, { ...reads }));
    return [sectionId, type?.section.name ?? ""] as const;
  });
  const names = new Map(await Promise.all(named));
  const withName = (item: OfferingItem): OfferingItem => {
    if (item.kind === "COPY" || item.ticketType.section.name !== "") return item;
    const { section } = item.ticketType;
    return { ...item, ticketType: { ...item.ticketType, section: { ...section, name: names.get(section.id) ?? "" } } };
  };
  return {
    ...offering,
    groups: offering.groups.map((group) => ({
      ...group,
      pages: group.pages.map((page) => ({ ...page, items: page.items.map(withName) })),
    })),
  };
}

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
    maximum: absent(count),
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
}: Pick<TicketType, "minimum"> & {
  readonly saleStatus: SaleStatus | undefined;
  readonly available: number | undefined;
}): SaleStatus {
  const status = statusOrAsk(saleStatus, false);
  const isTooFew = status === "ON_SALE" && available !== undefined && available < Math.max(1, minimum);
  return isTooFew ? "SOLD_OUT" : status;
}

const copy = z
  .object({ kind: z.literal("COPY"), ...sorted, text: z.string() })
  .transform(({ kind, sortIdx, text }) => ({ sortIdx, item: { kind, text } satisfies OfferingItem }));

/** Items of an unknown type are left out. */
const items = z
  .array(z.union([ticket, copy, z.looseObject({ kind: z.string().refine(isUnknownType, { abort: true }) })]))
  .transform((all) => {
    const known = all.flatMap((entry) => ("item" in entry ? [entry as { sortIdx: number; item: OfferingItem }] : []));
    return { known: known.sort(bySortIdx).map(({ item }) => item), hasUnknown: known.length < all.length };
  });

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
  .transform((pages) => ({
    pages: pages.sort(bySortIdx).map(({ sortIdx: _sortIdx, items, ...page }) => ({ ...page, items: items.known })),
    hasUnknown: pages.some(({ items }) => items.hasUnknown),
  }));

const group = z
  .object({
    name: optional(z.string(), ""),
    eventDate: ref,
    startDate: instant,
    endDate: ifReadable(instant),
    doors: ifReadable(instant),
    previousStartDate: ifReadable(instant),
    saleStatus,
    waitingList: optional(z.boolean(), false),
    onSaleFrom: absent(instant),
    dateGroup: absent(z.string()),
    label: absent(z.string()),
    ...sorted,
    pages,
  })
  .transform(({ eventDate, startDate, endDate, previousStartDate, label, waitingList, saleStatus, pages, ...group }) =>
    withoutUndefined({
      ...group,
      ...pages,
      saleStatus: statusForAll(
        statusOrAsk(saleStatus, isOver({ startsAt: startDate, endsAt: endDate }, Date.now())),
        pages,
      ),
      ...(waitingList && { hasWaitingList: true }),
      label: label || undefined,
      eventDateId: eventDate.id,
      startsAt: startDate,
      endsAt: endDate,
      previousStartsAt: previousStartDate,
    }),
  );

const offeringShape = z.object({ groups: z.array(group), discounts });

/** An offering by its address: its answer need not repeat the event. */
export const offering = (eventId: number) =>
  offeringShape.transform(({ groups, discounts }, context) => {
    if (groups.some(({ hasUnknown }) => hasUnknown) && groups.every((group) => ticketTypesOf(group).length === 0))
      context.addIssue("a ticket of a known kind");
    return {
      eventId,
      groups: groups
        .sort((one, other) => bySortIdx(one, other) || byStart(one, other))
        .map(({ sortIdx: _sortIdx, hasUnknown: _hasUnknown, ...group }) => group),
      discounts,
    };
  }) satisfies z.ZodType<Offering>;
