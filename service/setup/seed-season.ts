import { changeAccount } from "#src/accounts/use-cases/accounts.ts";
import { changeEventDate, createEventDate } from "#src/catalogue/use-cases/event-dates.ts";
import { createEvent, publishEvent } from "#src/catalogue/use-cases/events.ts";
import { createTicketType } from "#src/catalogue/use-cases/ticket-types.ts";
import {
  createVenue,
  createVenueConfiguration,
  createVenueSection,
  getVenue,
  listVenues,
  type VenueInFull,
} from "#src/catalogue/use-cases/venues.ts";
import { createOfferingCopy } from "#src/offering/use-cases/offering-copies.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { parseMoney } from "#src/platform/domain/money.ts";
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
import { seedDiscounts, seedFields, seedGroups, seedMasters, sellForCash } from "./seed-parts.ts";

const DAY_MS = 86_400_000;

type Ids = Readonly<Record<string, number>>;
type Place = { readonly venue: number; readonly sections: Ids; readonly configurations: Ids };

/** Creates a whole season through the use cases of the calls, and sells the tickets that the plan lists as sold. */
export async function seedSeason(
  runtime: PaymentRuntime,
  promoter: Caller,
  season: SeasonPlan,
  now: Date,
): Promise<void> {
  if (season.seller) await changeAccount(runtime, promoter, promoter.account.id, season.seller);
  const places: Record<string, Place> = {};
  for (const venue of season.venues) places[venue.name] = await seedVenue(runtime, promoter, venue);
  const eventIds: Record<string, number> = {};
  for (const event of season.events) {
    eventIds[event.name] = await seedEvent(runtime, promoter, event, known(places, event.venue), now);
  }
  const groupIds = await seedGroups(runtime, promoter, season.groups, eventIds);
  await seedDiscounts(runtime, promoter, season, { eventIds, groupIds });
}

async function seedVenue(runtime: PaymentRuntime, promoter: Caller, plan: VenuePlan): Promise<Place> {
  const { name, address, timeZone, mapUrl = null, doors = {} } = plan;
  const already = (await listVenues(runtime, promoter, { page: 1, pageSize: 1_000 })).things.find(
    (one) => one.name === name,
  );
  if (already) return placeOf(await getVenue(runtime, promoter, already.id));

  const venue = idOf(await createVenue(runtime, promoter, { name, address, timeZone, mapUrl }));
  const sections: Record<string, number> = {};
  for (const [sortIdx, [name, capacity]] of Object.entries(plan.sections).entries()) {
    const section = { venueId: venue, name, capacity, sortIdx, door: doors[name] ?? null };
    sections[name] = idOf(await createVenueSection(runtime, promoter, section));
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

async function seedEvent(
  runtime: PaymentRuntime,
  promoter: Caller,
  plan: EventPlan,
  place: Place,
  now: Date,
): Promise<number> {
  const {
    name,
    description,
    abstract: abstractText,
    tags,
    ageLimit,
    refunds,
    qrType,
    termsUrl,
    currency = promoter.account.currency,
  } = plan;
  const eventId = idOf(
    await createEvent(runtime, promoter, {
      name,
      venueId: place.venue,
      venueConfigurationId: known(place.configurations, plan.configuration),
      currency,
      texts: {
        ...demoPicture(name),
        description,
        abstractText,
        tags,
        ageLimit,
        refundPolicy: refunds,
        qrType,
        externalTermsUrl: termsUrl,
        termsRequired: termsUrl !== undefined,
      },
    }),
  );

  const masters = await seedMasters(runtime, promoter, eventId, plan, currency);
  const typesByDate: Ids[] = [];
  for (const date of plan.dates) {
    const eventDateId = await seedDate(
      runtime,
      promoter,
      { ...date, eventId, doorsMinutesBefore: plan.doorsMinutesBefore },
      now,
    );
    const types: Record<string, number> = {};
    for (const [sortIdx, type] of plan.ticketTypes.entries()) {
      types[type.name] = await seedTicketType(
        runtime,
        promoter,
        eventDateId,
        {
          ...type,
          ...(date.onSaleInDays !== undefined && { onSaleInDays: date.onSaleInDays }),
          sortIdx,
          currency,
          masterTicketId: masters[sortIdx],
        },
        place,
        now,
      );
    }
    typesByDate.push(types);
  }
  for (const copy of plan.copies ?? []) {
    must(await createOfferingCopy(runtime, promoter, { page: "TICKETS", ...copy, eventId, eventDateId: undefined }));
  }
  await seedFields(runtime, promoter, eventId, plan.fields ?? [], typesByDate);
  must(await publishEvent(runtime, promoter, eventId, true));

  for (const { date, ticketType, quantity } of plan.sold ?? []) {
    const ticketTypeId = known(typesByDate[date] ?? {}, ticketType);
    const most = plan.ticketTypes.find(({ name }) => name === ticketType)?.most;
    await sellForCash(runtime, promoter, eventId, { ticketTypeId, quantity, ...(most !== undefined && { most }) });
  }
  return eventId;
}

async function seedDate(
  runtime: PaymentRuntime,
  promoter: Caller,
  plan: DatePlan & { readonly eventId: number; readonly doorsMinutesBefore: number | undefined },
  now: Date,
): Promise<number> {
  const day = dayOf(plan, now);
  const { eventId, doorsMinutesBefore } = plan;
  const startsLocal = `${day}T${plan.at}`;
  const id = idOf(
    await createEventDate(runtime, promoter, {
      eventId,
      venueConfigurationId: undefined,
      sortIdx: 0,
      label: plan.label,
      dateGroup: plan.group,
      startsLocal,
      endsLocal: plan.until && `${day}T${plan.until}`,
      doorsLocal: doorsMinutesBefore === undefined ? undefined : minutesBefore(startsLocal, doorsMinutesBefore),
    }),
  );
  if (plan.isCancelled) must(await changeEventDate(runtime, promoter, id, { cancelled: true }));
  return id;
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
  runtime: PaymentRuntime,
  promoter: Caller,
  eventDateId: number,
  plan: TicketTypePlan & {
    readonly sortIdx: number;
    readonly currency: string;
    readonly masterTicketId: number | undefined;
  },
  place: Place,
  now: Date,
): Promise<number> {
  const money = (text: string) => parseMoney(text, plan.currency) ?? wrong(`the amount ${text}`);
  const { name, section, price, fee, description, allocation, least = 1, most = 10, onSaleInDays, sortIdx } = plan;
  return idOf(
    await createTicketType(runtime, promoter, {
      eventDateId,
      venueSectionId: known(place.sections, section),
      name,
      price: money(price),
      minimumPerOrder: least,
      maximumPerOrder: most,
      maximumAllocation: allocation,
      masterTicketId: plan.masterTicketId,
      onSaleFrom: onSaleInDays === undefined ? null : { wallTime: onSaleAt(onSaleInDays, now) },
      onSaleTo: null,
      terms: {
        description,
        fee: money(fee),
        sortIdx,
        codeRequired: plan.needsCode,
        hidden: plan.isHidden,
        tags: plan.tags,
        page: plan.page,
      },
    }),
  );
}

/** Returns the start of a sale: 09:00 in the venue's time. */
function onSaleAt(days: number, now: Date): string {
  return `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)}T09:00`;
}

function known<Value>(named: Readonly<Record<string, Value>>, name: string): Value {
  return named[name] ?? wrong(`the name ${name}`);
}

function idOf(made: { readonly ok: true; readonly id: number } | ({ readonly ok: false } & object)): number {
  return made.ok ? made.id : wrong(JSON.stringify(made));
}

function must(done: { readonly ok: boolean }): void {
  if (!done.ok) wrong(JSON.stringify(done));
}

function wrong(what: string): never {
  throw new Error(`The season cannot be created: ${what}.`);
}
