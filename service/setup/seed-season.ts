import { changeAccount } from "#src/accounts/use-cases/accounts.ts";
import type { VenueInFull } from "#src/catalogue/domain/venue.ts";
import { changeEventDate, createEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import { createEvent } from "#src/catalogue/use-cases/events.ts";
import { publishEvent } from "#src/catalogue/use-cases/publish-event.ts";
import { createTicketType } from "#src/catalogue/use-cases/ticket-types.ts";
import {
  createVenue,
  createVenueConfiguration,
  createVenueSection,
  getVenue,
  listVenues,
} from "#src/catalogue/use-cases/venues.ts";
import { createOfferingCopy } from "#src/offering/use-cases/offering-copies.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import {
  DAYS,
  type DatePlan,
  demoPicture,
  type EventPlan,
  type SeasonPlan,
  type TicketTypePlan,
  type VenuePlan,
} from "./season/plan.ts";
import {
  amountOf,
  type Ids,
  idOf,
  known,
  must,
  type Setting,
  seedDiscounts,
  seedFields,
  seedGroups,
  seedMasters,
  sellForCash,
  wrong,
} from "./seed-parts.ts";

const DAY_MS = 86_400_000;

type Place = { readonly venue: number; readonly sections: Ids; readonly configurations: Ids };

/** Creates a whole season through the use cases of the calls, and sells the tickets that the plan lists as sold. */
export async function seedSeason(
  runtime: PaymentRuntime,
  promoter: Caller,
  season: SeasonPlan,
  now: Date,
): Promise<void> {
  const setting = { runtime, promoter, now };
  if (season.seller) await changeAccount(runtime, promoter, promoter.account.id, season.seller);
  const places: Record<string, Place> = {};
  for (const venue of season.venues) places[venue.name] = await seedVenue(setting, venue);
  const eventIds: Record<string, number> = {};
  for (const event of season.events) eventIds[event.name] = await seedEvent(setting, event, known(places, event.venue));
  const groupIds = await seedGroups(setting, season.groups, eventIds);
  await seedDiscounts(setting, season, { eventIds, groupIds });
}

async function seedVenue({ runtime, promoter }: Setting, plan: VenuePlan): Promise<Place> {
  const { name, address, timeZone, mapUrl = null, doors = {}, overlaps = {} } = plan;
  const already = (await listVenues(runtime, promoter, { page: 1, pageSize: 1_000 })).things.find(
    (one) => one.name === name,
  );
  if (already) return placeOf(await getVenue(runtime, promoter, already.id));

  const venue = idOf(await createVenue(runtime, promoter, { name, address, timeZone, mapUrl }));
  const sections: Record<string, number> = {};
  for (const [sortIdx, [name, capacity]] of Object.entries(plan.sections).entries()) {
    const section = { venueId: venue, name, capacity, sortIdx, door: doors[name] ?? null };
    const shared = (overlaps[name] ?? []).map((other) => known(sections, other));
    sections[name] = idOf(await createVenueSection(runtime, promoter, { ...section, overlaps: shared }));
  }
  const configurations: Record<string, number> = {};
  for (const [name, included] of Object.entries(plan.configurations)) {
    const sectionIds = included.map((section) => known(sections, section));
    configurations[name] = idOf(
      await createVenueConfiguration(runtime, promoter, { venueId: venue, name, sectionIds }),
    );
  }
  return { venue, sections, configurations };
}

/** Returns the venue of an earlier season. Throws when it is missing. */
function placeOf(venue: VenueInFull | undefined): Place {
  const byName = (named: readonly { readonly name: string; readonly id: number }[]) =>
    Object.fromEntries(named.map(({ name, id }) => [name, id]));
  if (venue === undefined) return wrong("a missing venue");
  return { venue: venue.id, sections: byName(venue.sections), configurations: byName(venue.configurations) };
}

async function seedEvent(setting: Setting, plan: EventPlan, place: Place): Promise<number> {
  const { runtime, promoter } = setting;
  const {
    name,
    venue: _venue,
    configuration,
    currency = promoter.account.currency,
    doorsMinutesBefore,
    fields = [],
    dates,
    ticketTypes,
    copies = [],
    sold = [],
    ...texts
  } = plan;
  const eventId = idOf(
    await createEvent(runtime, promoter, {
      name,
      venueId: place.venue,
      venueConfigurationId: known(place.configurations, configuration),
      currency,
      texts: { ...demoPicture(name), ...texts },
    }),
  );

  const masters = await seedMasters(setting, eventId, plan, currency);
  const typesByDate: Ids[] = [];
  for (const date of dates) {
    const eventDateId = await seedDate(setting, date, eventId, doorsMinutesBefore);
    const types: Record<string, number> = {};
    for (const [sortIdx, type] of ticketTypes.entries()) {
      const { onSaleInDays = type.onSaleInDays } = date;
      const ofDate = { eventDateId, sortIdx, masterTicketId: masters[sortIdx] };
      types[type.name] = await seedTicketType(setting, { ...type, onSaleInDays }, ofDate, currency, place);
    }
    typesByDate.push(types);
  }
  for (const copy of copies) {
    must(await createOfferingCopy(runtime, promoter, { page: "TICKETS", ...copy, eventId, eventDateId: undefined }));
  }
  await seedFields(setting, eventId, fields, typesByDate);
  const published = await publishEvent(runtime, promoter, eventId, true);
  if (published?.lacks.length !== 0) wrong(`${name}: ${JSON.stringify(published?.lacks)}`);

  for (const { date, ticketType, quantity } of sold) {
    const ticketTypeId = known(typesByDate[date] ?? {}, ticketType);
    const most = ticketTypes.find((type) => type.name === ticketType)?.most;
    await sellForCash(setting, eventId, ticketTypeId, quantity, most);
  }
  return eventId;
}

async function seedDate(
  { runtime, promoter, now }: Setting,
  plan: DatePlan,
  eventId: number,
  doorsMinutesBefore: number | undefined,
): Promise<number> {
  const day = dayOf(plan, now);
  const startsLocal = `${day}T${plan.at}`;
  const id = idOf(
    await createEventDate(runtime, promoter, {
      eventId,
      venueConfigurationId: undefined,
      sortIdx: 0,
      label: plan.label,
      dateGroup: plan.group,
      starts: { wallTime: startsLocal },
      ends: plan.until === undefined ? undefined : { wallTime: endOf(plan, plan.until, day) },
      doors:
        doorsMinutesBefore === undefined ? undefined : { wallTime: minutesBefore(startsLocal, doorsMinutesBefore) },
    }),
  );
  if (plan.isCancelled) must(await changeEventDate(runtime, promoter, id, { cancelled: true }));
  return id;
}

/** Returns the end on the last day of the plan; without one, on the day of the start, or after midnight. */
function endOf({ at, lasts = 1 }: DatePlan, until: string, day: string): WallTime {
  const nights = lasts - 1 + (lasts === 1 && until <= at ? 1 : 0);
  return minutesBefore(`${day}T${until}`, -nights * 24 * 60);
}

function minutesBefore(time: WallTime, minutes: number): WallTime {
  return new Date(Date.parse(`${time}Z`) - minutes * 60_000).toISOString().slice(0, 16);
}

/** Returns the plan's weekday in the week that is `week` weeks ahead, with Monday first: `2026-12-04`. */
function dayOf({ week, day }: DatePlan, now: Date): string {
  const sameDay = new Date(now.getTime() + week * 7 * DAY_MS);
  const sinceMonday = (sameDay.getUTCDay() + 6) % 7;
  return new Date(sameDay.getTime() + (DAYS.indexOf(day) - sinceMonday) * DAY_MS).toISOString().slice(0, 10);
}

async function seedTicketType(
  { runtime, promoter, now }: Setting,
  { name, section, price, fee, allocation, least = 1, most = 10, onSaleInDays, ...terms }: TicketTypePlan,
  of: { readonly eventDateId: number; readonly sortIdx: number; readonly masterTicketId: number | undefined },
  currency: string,
  place: Place,
): Promise<number> {
  const { eventDateId, sortIdx, masterTicketId } = of;
  return idOf(
    await createTicketType(runtime, promoter, {
      eventDateId,
      venueSectionId: known(place.sections, section),
      name,
      price: amountOf(price, currency),
      minimumPerOrder: least,
      maximumPerOrder: most,
      maximumAllocation: allocation,
      masterTicketId,
      onSaleFrom: onSaleInDays === undefined ? null : { wallTime: onSaleAt(onSaleInDays, now) },
      onSaleTo: null,
      terms: { ...terms, fee: amountOf(fee, currency), sortIdx },
    }),
  );
}

/** Returns the start of a sale: 09:00 in the venue's time. */
function onSaleAt(days: number, now: Date): string {
  return `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)}T09:00`;
}
