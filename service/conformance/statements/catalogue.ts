import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  amount,
  count,
  exact,
  expect,
  expectCode,
  expectFields,
  expectRefusal,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  flag,
  instant,
  list,
  NotApplicable,
  notOffered,
  numberOf,
  object,
  onSaleStatus,
  ref,
  refs,
  requireOffered,
  text,
} from "#conformance/expect.ts";
import { FIRST_START } from "#conformance/own-event.ts";
import { extension, reference, type Statement, shape, specification } from "#conformance/statement.ts";

import { readOffered } from "./account.ts";

const policy = z.looseObject({ untilHoursBefore: count, percentage: count, keepsFee: flag });
const address = text.or(
  z.looseObject(
    Object.fromEntries(
      ["streetAddress1", "streetAddress2", "city", "postcode", "state", "country"].map((name) => [
        name,
        text.nullish(),
      ]),
    ),
  ),
);
const conflict = z.looseObject({
  current: z.looseObject({ version: count }),
  changed: z.looseObject({ by: ref, at: instant }).nullable(),
});

export const CATALOGUE_STATEMENTS: readonly Statement[] = [
  ...shape("CAT-30", {
    what: "`GET /event/{id}`, of an event at exactly one venue with one or more dates,",
    read: async ({ catalogue }) => (await catalogue.onSale()).event,
    required: { name: text, venue: ref, eventDates: refs },
    optional: {
      description: text,
      heroImageUrl: text,
      landingPageUrl: text,
      brandingLandingPageUrl: text,
      account: ref,
      lowPrice: amount,
      highPrice: amount,
      saleStatus: text,
      firstDate: instant,
      lastDate: instant,
    },
    extensions: {
      saleStatus: onSaleStatus,
      tags: list,
      qrType: z.enum(["A", "B"]),
      currency: text,
      eventGroups: list,
      ageLimit: text,
      refundPolicy: policy,
      heroImageAlt: text,
      waitingRoom: flag,
    },
  }),
  reference(
    "CAT-33",
    "An event's lowest price is not above its highest, nor its first date after its last; doors open before the start.",
    async ({ catalogue }) => {
      const { event, eventDate } = await catalogue.onSale();
      const [low = 0, high = low] = ["lowPrice", "highPrice"].map((name) => numberOf(fieldOf(event.body, name)));
      expect(low <= high, event, `a lowest price of at most ${high}`, low);
      const [first = "", last = first] = ["firstDate", "lastDate"].map((name) =>
        String(fieldOf(event.body, name) ?? ""),
      );
      expect(first.slice(0, 10) <= last.slice(0, 10), event, `a first date until ${last}`, first);
      const [doors, start] = ["doors", "startDate"].map((name) => fieldOf(eventDate.body, name));
      const isBefore = typeof doors !== "string" || Date.parse(doors) <= Date.parse(String(start));
      expect(isBefore, eventDate, `doors until ${start}`, doors);
    },
  ),
  ...shape("CAT-34", {
    what: "`GET /event/{id}/detailed`",
    async read({ catalogue }) {
      const answer = await catalogue.detailed();
      requireOffered(answer);
      return answer;
    },
    required: { name: text },
    optional: {
      fields: list,
      guestFields: list,
      abstract: text,
      region: text,
      htmlDescription: text,
      externalTermsUrl: text,
    },
    extensions: { termsRequired: flag },
  }),
  ...shape("SHP-14", {
    what: "A question",
    read: ({ catalogue }) => catalogue.question(),
    required: { name: text },
    optional: {
      adminName: text,
      fieldType: text,
      label: text,
      values: list,
      metadata: object,
      inputType: z.enum(["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"]),
    },
    extensions: { parentAnswers: list, parent: text },
  }),
  ...shape("CAT-40", {
    what: "`GET /eventDate/{id}`, of a date with one or more ticket types,",
    read: async ({ catalogue }) => (await catalogue.onSale()).eventDate,
    required: { startDate: instant, ticketTypes: refs },
    optional: { event: ref, ticketsAvailable: count },
    extensions: {
      endDate: instant,
      label: text,
      group: text,
      saleStatus: onSaleStatus,
      venueConfiguration: ref,
      timeZone: text,
      doors: instant,
    },
  }),
  extension(
    "CAT-44",
    "A date has `ticketsSold` `ticketsAdmitted` `revenue` for users who manage, and not for others.",
    async (kit) => {
      const { eventDate } = await kit.catalogue.onSale();
      const users = await kit.get(`/account/${await kit.catalogue.accountId()}/users`);
      const figures = { ticketsSold: count, ticketsAdmitted: count, revenue: amount };
      if (users.status === 200) return expectFields(eventDate, eventDate.body, {}, figures);
      if (users.status !== 403) throw notOffered("no users");
      const found = Object.keys(figures).filter((name) => fieldOf(eventDate.body, name) !== undefined);
      expect(found.length === 0, eventDate, "no figures", found);
      return undefined;
    },
  ),
  ...shape("CAT-60", {
    what: "`GET /ticketType/{id}`",
    read: async ({ catalogue }) => (await catalogue.onSale()).ticketType,
    required: { name: text, price: amount },
    optional: {
      prefix: text,
      eventDate: ref,
      venueSection: ref,
      fee: amount,
      saleStatus: text,
      tags: list,
      maximumAllocation: count,
      maximumScans: count,
      scanBarcode: z.unknown(),
      oncePerDay: flag,
      sortIdx: z.number(),
    },
    extensions: {
      saleStatus: onSaleStatus,
      scanBarcode: flag,
      available: z.int(),
      minimumPerOrder: z.int(),
      maximumPerOrder: z.int(),
      onSaleFrom: instant,
      onSaleTo: instant,
      codeRequired: flag,
    },
  }),
  ...shape("CAT-65", {
    what: "`GET /venue/{id}`",
    async read(kit) {
      const venue = fieldOf((await kit.catalogue.onSale()).event.body, "venue");
      if (fieldOf(venue, "id") === undefined) throw new NotApplicable("the event does not name its venue's id");
      return readOffered(kit, `/venue/${fieldOf(venue, "id")}`);
    },
    extensions: { name: text, address, timeZone: text, mapUrl: text },
  }),
  extension(
    "SHP-02",
    'A reference of Foyer\'s service is `{ id, name, link }`, an amount `{ amount: 45.00, currency: "NZD" }` with no more decimals than its currency.',
    async ({ catalogue }) => {
      const { event } = await catalogue.onSale();
      const venue = fieldOf(event.body, "venue");
      if (["id", "name", "link"].some((name) => fieldOf(venue, name) === undefined))
        throw notOffered("another reference");
      if (fieldOf(event.body, "lowPrice", "currency") === undefined) throw notOffered("another amount");
      expectShape(event, exact.ref, venue, "venue");
      const { currency, amount } = expectShape(event, exact.amount, fieldOf(event.body, "lowPrice"), "lowPrice");
      const format = new Intl.NumberFormat("en", { style: "currency", currency });
      const { maximumFractionDigits: most = 2 } = format.resolvedOptions();
      const decimals = String(amount).split(".")[1]?.length ?? 0;
      expect(decimals <= most, event, `at most ${most} decimals`, amount);
    },
  ),
  ...shape("WAI-01", {
    what: "`GET /event/{id}/waitingList` and `GET /eventDate/{id}/waitingList`",
    async read(kit) {
      const { event, eventDate } = await kit.buyer.place();
      const { answer } = await readOffered(kit, `/event/${event}/waitingList`);
      expectFields(answer, answer.body, { open: flag, waiting: count, maximum: count, offerSeconds: count });
      return readOffered(kit, `/eventDate/${eventDate}/waitingList`);
    },
    extensions: { open: flag, waiting: count, maximum: count, offerSeconds: count },
  }),
  extension(
    "WAI-02",
    "`POST /event/{id}/waitingList` with `{ email, quantity, language, messages? }` joins, with one answer for every address. While tickets are on sale the code is `NOT_SOLD_OUT`.",
    async ({ buyer, write, writes }) => {
      if (!writes) throw new NotApplicable("it needs --writes: the call may send a mail");
      const body = { email: "conformance@example.com", quantity: 1, language: "en" };
      const answer = await write("POST", `/event/${(await buyer.place()).event}/waitingList`, body);
      requireOffered(answer);
      expectStatus(answer, 200);
      const code = fieldOf(answer.body, "errors", 0, "code");
      expect(code === "NOT_SOLD_OUT", answer, "NOT_SOLD_OUT, since the buyer's tickets are on sale", code);
    },
  ),
  reference(
    "MAN-01",
    "`POST /event` makes an event at a venue; `POST /eventDate` takes `eventStart` in the venue's wall time, `dd-MM-yyyy'T'HH:mm`; `POST /ticketType` makes a ticket type of a date in a section, with price and fee.",
    async ({ manager, get }) => {
      const { event, eventDates, ticketTypes } = await manager.madeEvent();
      expectStatus(await get(`/event/${event}`), 200);
      const date = await get(`/eventDate/${eventDates[0]}`);
      const start = String(fieldOf(date.body, "startDate"));
      expect(start.startsWith(FIRST_START.answered), date, FIRST_START.answered, start);
      const type = await get(`/ticketType/${ticketTypes.adult}`);
      const [price, fee] = ["price", "fee"].map((name) => numberOf(fieldOf(type.body, name)));
      expect(price === 45 && fee === 2.5, type, "price 45 and fee 2.50", [price, fee]);
    },
  ),
  specification(
    "MAN-10",
    "The section of a ticket type lies in its date's configuration, which is the event's unless the date names one.",
    async ({ manager, write }) => {
      const { eventDates, sections } = await manager.ownEvent();
      const body = { name: "Outside", eventDate: eventDates[0], venueSection: sections.outside, price: 45 };
      expectRefusal(await write("POST", "/ticketType", body), "a refusal of a section outside");
    },
  ),
  extension(
    "MAN-11",
    "What a `PUT` with a body changes has a `version`, which the change raises. A `PUT` that names an older one changes nothing and is 409 `CONFLICT`, with `current`, as its GET answers it, and `changed`, `{ by, at }`. One without `version` is accepted.",
    async ({ manager, get, write }) => {
      const path = `/venue/${(await manager.ownEvent()).venue}`;
      const { body: seen } = await get(path);
      const version = fieldOf(seen, "version");
      if (version === undefined) throw notOffered("no version");
      expectSuccess(await write("PUT", path, { mapUrl: "https://map.example/1", version }));
      const stale = await write("PUT", path, { mapUrl: "https://map.example/2", version });
      expectStatus(stale, 409);
      expectCode(stale, "CONFLICT");
      const now = await get(path);
      const { current } = expectShape(stale, conflict, stale.body);
      expect(isDeepStrictEqual(current, now.body), stale, "the venue in current", current);
      expect(
        fieldOf(now.body, "version") === Number(version) + 1,
        now,
        "the next version",
        fieldOf(now.body, "version"),
      );
      expectSuccess(await write("PUT", path, { mapUrl: null }));
    },
  ),
];
