import "server-only";

import { z } from "zod";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import { dayIn, parseMonth } from "#lib/ticketing/model/day.ts";
import type { EventGroup } from "#lib/ticketing/model/event-group.ts";
import type { Facets } from "#lib/ticketing/model/facets.ts";
import { saleStatus } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { venue, withTimeZone } from "#lib/ticketing/wire/catalogue/venue.ts";
import { discounts } from "#lib/ticketing/wire/purchase/savings.ts";
import { absent, id, instant, money, optional, ref, refs, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

const calendarDate = z
  .object({
    id,
    event: ref,
    startDate: instant,
    label: absent(z.string()),
    saleStatus,
    lowPrice: absent(money),
    over: optional(z.boolean(), false),
    venue,
    onDay: optional(z.int().positive(), 1),
  })
  .transform(({ event, startDate, label, lowPrice, over, venue: bare, ...date }) => {
    const venue = withTimeZone(bare, startDate);
    return withoutUndefined({
      ...date,
      event: { id: event.id, name: event.name },
      startsAt: startDate,
      label: label || undefined,
      isOver: over,
      from: lowPrice,
      venue,
      day: dayIn(new Date(startDate), venue.timeZone),
    });
  }) satisfies z.ZodType<CalendarDate>;

export const calendarDates = z.array(calendarDate);

const named = z.object({ name: z.string().min(1) }).transform(({ name }) => name);
const month = z.object({ month: z.string().refine((text) => parseMonth(text) !== undefined) });

export const facets = z.object({
  venues: optional(z.array(venue.transform((one) => withTimeZone(one, undefined))), []),
  tags: optional(z.array(named), []),
  dateGroups: optional(z.array(named), []),
  eventGroups: optional(z.array(z.object({ id, name: z.string().min(1), events: optional(z.int(), 0) })), []),
  months: optional(z.array(month.transform(({ month }) => month)), []),
}) satisfies z.ZodType<Facets>;

export const eventGroup = z
  .object({
    id,
    name: z.string().min(1),
    description: optional(z.string(), ""),
    abstract: optional(z.string(), ""),
    tags: optional(z.array(z.string()), []),
    events: optional(refs, []),
    discounts,
  })
  .transform(({ events, ...group }) => ({
    ...group,
    eventIds: events.map(({ id }) => id),
  })) satisfies z.ZodType<EventGroup>;

export const eventIndex = z
  .object({ events: z.array(z.object({ id, modified: absent(instant) })) })
  .transform(({ events }) => events.map(({ id, modified }) => withoutUndefined({ id, modifiedAt: modified })));
