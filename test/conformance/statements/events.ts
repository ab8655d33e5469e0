import { z } from "zod";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireOffered,
  requireServed,
} from "#test/conformance/expect.ts";
import {
  amount,
  count,
  fieldOf,
  flag,
  instant,
  list,
  maybe,
  numberOf,
  onSaleStatus,
  ref,
  refs,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

export const EVENT_STATEMENTS: readonly Statement[] = [
  reference(
    "CAT-30",
    "`GET /event/{id}` answers `name` `description` `heroImageUrl` `landingPageUrl` `brandingLandingPageUrl` `lowPrice` `highPrice` `account` `venue` `eventDates` `saleStatus` `firstDate` `lastDate`.",
    async ({ catalogue }) => {
      const { event } = await catalogue.onSale();
      const pages = { heroImageUrl: text, landingPageUrl: text, brandingLandingPageUrl: text, description: text };
      const rest = {
        lowPrice: amount,
        highPrice: amount,
        account: ref,
        saleStatus: text,
        firstDate: instant,
        lastDate: instant,
      };
      return expectFields(event, event.body, { name: text, venue: ref, eventDates: refs }, { ...pages, ...rest });
    },
  ),
  specification("CAT-31", "An event is at exactly one venue.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    const venue = fieldOf(event.body, "venue");
    expect(!Array.isArray(venue), event, "one venue", venue);
    expectShape(event, ref, venue, "venue");
    return undefined;
  }),
  specification(
    "CAT-32",
    "An event has one or more dates, and a date one or more ticket types.",
    async ({ catalogue }) => {
      const { event, eventDate } = await catalogue.onSale();
      expectShape(event, refs, fieldOf(event.body, "eventDates"), "eventDates");
      expectShape(eventDate, refs, fieldOf(eventDate.body, "ticketTypes"), "ticketTypes");
      return undefined;
    },
  ),
  reference(
    "CAT-33",
    "The lowest price of an event is not above its highest, nor its first date after its last.",
    async ({ catalogue }) => {
      const { event } = await catalogue.onSale();
      const [low, high] = ["lowPrice", "highPrice"].map((name) => numberOf(fieldOf(event.body, name)));
      if (low === undefined || high === undefined) throw new NotApplicable("the event has no prices");
      expect(low <= high, event, `a lowest price of at most ${high}`, low);
      const [first, last] = ["firstDate", "lastDate"].map((name) => String(fieldOf(event.body, name) ?? ""));
      expect((first ?? "").slice(0, 10) <= (last ?? "").slice(0, 10), event, `a first date until ${last}`, first);
      return undefined;
    },
  ),
  reference(
    "CAT-34",
    "`GET /event/{id}/detailed` also answers `fields` `guestFields` `abstract` `region` `htmlDescription` `externalTermsUrl`.",
    async ({ catalogue }) => {
      const answer = await catalogue.detailed();
      requireServed(answer);
      expectStatus(answer, 200);
      const texts = { abstract: text, region: text, htmlDescription: text, externalTermsUrl: text };
      return expectFields(answer, answer.body, { name: text }, { fields: list, guestFields: list, ...texts });
    },
  ),
  extension(
    "CAT-35",
    "`termsRequired` of a detailed event: a lock must name the accepted conditions.",
    async ({ catalogue }) => {
      const answer = await catalogue.detailed();
      requireOffered(answer);
      return expectExtensionFields(answer, answer.body, { termsRequired: flag });
    },
  ),
  extension("CAT-36", "An event also has `tags` `qrType` `currency` `eventGroups`.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    return expectExtensionFields(event, event.body, {
      tags: list,
      qrType: z.enum(["A", "B"]),
      currency: text,
      eventGroups: list,
    });
  }),
  extension("CAT-37", "An event also has `ageLimit` `refundPolicy` `heroImageAlt`.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    const policy = z.looseObject({ untilHoursBefore: count, percentage: count, keepsFee: flag });
    const facts = { ageLimit: maybe(text), refundPolicy: maybe(policy), heroImageAlt: maybe(text) };
    return expectExtensionFields(event, event.body, facts);
  }),
  extension("CAT-38", "The venue of an event has `mapUrl`, a page with a map.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    return expectExtensionFields(event, fieldOf(event.body, "venue"), { mapUrl: maybe(text) });
  }),
  reference(
    "CAT-40",
    "`GET /eventDate/{id}` answers `event` `startDate` `ticketTypes` `ticketsAvailable`.",
    async ({ catalogue }) => {
      const { eventDate } = await catalogue.onSale();
      return expectFields(
        eventDate,
        eventDate.body,
        { startDate: instant, ticketTypes: refs },
        { event: ref, ticketsAvailable: count },
      );
    },
  ),
  reference(
    "CAT-41",
    "A date has figures for users who may see them: `ticketsSold` `ticketsAdmitted` `revenue`.",
    async ({ catalogue }) => {
      const { eventDate } = await catalogue.onSale();
      return expectFields(
        eventDate,
        eventDate.body,
        {},
        { ticketsSold: count, ticketsAdmitted: count, revenue: amount },
      );
    },
  ),
  extension(
    "CAT-42",
    "A date also has `endDate` `label` `group` `saleStatus` `venueConfiguration` `timeZone`.",
    async ({ catalogue }) => {
      const { eventDate } = await catalogue.onSale();
      const texts = { endDate: maybe(instant), label: maybe(text), group: maybe(text), timeZone: text };
      return expectExtensionFields(eventDate, eventDate.body, {
        ...texts,
        saleStatus: onSaleStatus,
        venueConfiguration: ref,
      });
    },
  ),
  reference("CAT-43", "`ticketsAvailable` leaves out what is reserved.", async ({ buyer, get }) => {
    const { eventDate } = await buyer.place();
    const read = async () => numberOf(fieldOf((await get(`/eventDate/${eventDate}`)).body, "ticketsAvailable"));
    const before = await read();
    if (before === undefined) throw new NotApplicable("the date does not say how many are available");
    const { answer } = await buyer.reserve();
    const after = await read();
    // Other buyers of a public event may reserve at the same moment.
    expect(after !== undefined && after < before, answer, `fewer than ${before} places`, after);
    return undefined;
  }),
  extension("CAT-44", "The figures of a date are absent for users who do not manage.", async ({ catalogue, get }) => {
    const users = await get(`/account/${await catalogue.accountId()}/users`);
    if (users.status === 200) throw new NotApplicable("this user may manage; run as one who only sells to check it");
    const { eventDate } = await catalogue.onSale();
    const found = ["ticketsSold", "revenue"].filter((name) => fieldOf(eventDate.body, name) !== undefined);
    if (found.length > 0 && users.status !== 403) throw new NotApplicable("extension not offered: it shows figures");
    expect(found.length === 0, eventDate, "no figures", found);
    return undefined;
  }),
  extension("CAT-45", "A date has `doors`, when its doors open, at or before its start.", async ({ catalogue }) => {
    const { eventDate } = await catalogue.onSale();
    const remark = expectExtensionFields(eventDate, eventDate.body, { doors: maybe(instant) });
    const [doors, start] = ["doors", "startDate"].map((name) => fieldOf(eventDate.body, name));
    if (typeof doors !== "string") return remark;
    expect(Date.parse(doors) <= Date.parse(String(start)), eventDate, `doors until ${start}`, doors);
    return remark;
  }),
];
