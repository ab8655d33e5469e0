import { z } from "zod";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import {
  amount,
  fieldOf,
  id,
  idOf,
  idsOf,
  instant,
  list,
  maybe,
  object,
  onSaleStatus,
  ref,
  refs,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const SUMMARY = {
  ...{ description: text, heroImageUrl: text, iwtLandingPageUrl: text },
  ...{ promoterLandingPageUrl: text, lowPrice: amount },
};

/** Reads a list of the account that is an extension. */
async function readList({ get, catalogue }: Kit, path: string, shape: Readonly<Record<string, z.ZodType>>) {
  const answer = await get(`/account/${await catalogue.accountId()}${path}`);
  requireOffered(answer);
  expectStatus(answer, 200);
  return expectExtensionFields(answer, answer.body, shape);
}

/** Returns how many summaries a query finds. */
async function countSummaries({ get, catalogue }: Kit, query: string): Promise<number> {
  const answer = await get(`/account/${await catalogue.accountId()}/eventSummaries?${query}`);
  requireOffered(answer);
  if (answer.status === 400) throw new NotApplicable("extension not offered: the query is refused");
  expectStatus(answer, 200);
  return expectShape(answer, list).length;
}

/** States that a query finds fewer events than there are, so that it is not ignored. */
const narrows = (id: string, says: string, query: string): Statement =>
  extension(id, says, async (kit) => {
    await kit.catalogue.summary();
    const [all, found] = [await countSummaries(kit, ""), await countSummaries(kit, query)];
    if (found === all && all > 0) throw new NotApplicable("extension not offered: the query is ignored");
    const answer = await kit.catalogue.summaries();
    expect(found === 0, answer, `no event for ${query}`, found);
    return undefined;
  });

export const CATALOGUE_LIST_STATEMENTS: readonly Statement[] = [
  reference(
    "CAT-01",
    "`GET /user/login` says who the user is, and what they may sell and scan.",
    async ({ catalogue }) => {
      const answer = await catalogue.login();
      expectStatus(answer, 200);
      return expectFields(
        answer,
        answer.body,
        {},
        { name: text, email: text, sellCapabilities: list, scanCapabilities: list },
      );
    },
  ),
  extension(
    "CAT-02",
    "The login also answers `id` and `account`; `sellCapabilities: [{ type, offeringUrl }]` and `scanCapabilities: [{ eventDate }]`.",
    async ({ catalogue }) => {
      const answer = await catalogue.login();
      const sells = z.array(z.looseObject({ type: z.enum(["PUBLIC", "BOX_OFFICE"]), offeringUrl: text }));
      const scans = z.array(z.looseObject({ eventDate: maybe(object) }));
      if (fieldOf(answer.body, "account") === undefined) throw new NotApplicable("extension not offered: no account");
      const fields = { id, account: ref, sellCapabilities: sells, scanCapabilities: scans };
      return expectExtensionFields(answer, answer.body, fields);
    },
  ),
  reference(
    "CAT-03",
    "`GET /user/{id}` answers `firstName` `lastName` `email` `mobilePhone`.",
    async ({ get, catalogue }) => {
      const own = idOf((await catalogue.login()).body);
      if (own === undefined) throw new NotApplicable("the login does not say the user's id");
      const answer = await get(`/user/${own}`);
      if (answer.status === 403) throw new NotApplicable("this user may not read users");
      expectStatus(answer, 200);
      return expectFields(answer, answer.body, {}, { firstName: text, lastName: text, email: text, mobilePhone: text });
    },
  ),
  reference("CAT-04", "`GET /account/{id}` answers `name` and `shortName`.", async ({ catalogue }) => {
    const answer = await catalogue.account();
    expectStatus(answer, 200);
    return expectFields(answer, answer.body, { name: text }, { shortName: text });
  }),
  extension(
    "CAT-05",
    "An account has `currency` `embedOrigins` `websiteUrl` `contactEmail` `contactPhone` `legalName` `supportEmail` `termsUrl` `privacyUrl` `refundPolicyUrl`.",
    async ({ catalogue }) => {
      const answer = await catalogue.account();
      const contact = {
        websiteUrl: maybe(text),
        contactEmail: maybe(text),
        contactPhone: maybe(text),
        supportEmail: maybe(text),
      };
      const legal = {
        legalName: maybe(text),
        termsUrl: maybe(text),
        privacyUrl: maybe(text),
        refundPolicyUrl: maybe(text),
      };
      return expectExtensionFields(answer, answer.body, { currency: text, embedOrigins: list, ...contact, ...legal });
    },
  ),
  ...(
    [
      ["CAT-06", "`GET /account/{id}/events`", "events"],
      ["CAT-07", "`GET /account/{id}/allevents`", "allEvents"],
      ["CAT-08", "`GET /account/{id}/eventgroups`", "eventGroups"],
      ["CAT-09", "`GET /account/{id}/venues`", "venues"],
    ] as const
  ).map(([id, call, name]) =>
    reference(id, `${call} answers \`refs\`.`, async ({ catalogue }) => {
      const answer = await catalogue[name]();
      expectStatus(answer, 200);
      expectShape(answer, refs);
      return undefined;
    }),
  ),
  reference(
    "CAT-10",
    "`GET /account/{id}/eventSummaries` answers a list: `name` `description` `heroImageUrl` `iwtLandingPageUrl` `promoterLandingPageUrl` `lowPrice`.",
    async ({ catalogue }) => {
      const answer = await catalogue.summaries();
      expectStatus(answer, 200);
      const [first] = expectShape(answer, list);
      if (first === undefined) throw new NotApplicable("the account has no event");
      return expectFields(answer, first, { name: text }, SUMMARY);
    },
  ),
  extension(
    "CAT-11",
    "A summary has `id` `highPrice` `firstDate` `lastDate` `saleStatus` `venue` `tags` `eventGroups`.",
    async ({ catalogue }) => {
      const { answer, value } = await catalogue.summary();
      const dates = { firstDate: maybe(instant), lastDate: maybe(instant), saleStatus: onSaleStatus };
      const rest = { id, highPrice: maybe(amount), venue: ref, tags: list, eventGroups: list };
      return expectExtensionFields(answer, value, { ...dates, ...rest });
    },
  ),
  narrows("CAT-12", "Summaries take the query `q`, words of the event, its venue or its tags.", "q=qqzzxxjjvvkk"),
  narrows("CAT-13", "Summaries take `from` and `to`, days of the venue.", "from=2001-01-01&to=2001-01-02"),
  narrows("CAT-14", "Summaries take `venue`, `tag`, `dateGroup` and `eventGroup`.", "tag=xyzzyconformance"),
  extension("CAT-15", "Lists take `page` and `pageSize` and answer `X-Total-Count`.", async (kit) => {
    const { answer } = await kit.catalogue.summary();
    const total = answer.headers["x-total-count"];
    if (total === undefined) throw new NotApplicable("extension not offered: no X-Total-Count");
    expect(/^\d+$/.test(total), answer, "a number in X-Total-Count", total);
    expect((await countSummaries(kit, "page=1&pageSize=1")) <= 1, answer, "one row on a page of one", total);
    return undefined;
  }),
  extension(
    "CAT-16",
    "`GET /account/{id}/eventDates` is the calendar: dates with their event, start, status and venue.",
    async ({ get, catalogue }) => {
      const answer = await get(`/account/${await catalogue.accountId()}/eventDates?pageSize=1`);
      requireOffered(answer);
      expectStatus(answer, 200);
      const [date] = expectShape(answer, list);
      if (date === undefined) throw new NotApplicable("there is no date");
      const fields = {
        id: id,
        event: ref,
        startDate: instant,
        saleStatus: onSaleStatus,
        venue: ref,
      };
      return expectExtensionFields(answer, date, fields);
    },
  ),
  extension("CAT-17", "`GET /account/{id}/facets` answers the filters of a search.", async (kit) =>
    readList(kit, "/facets", { venues: list, tags: list, dateGroups: list, eventGroups: list, months: list }),
  ),
  extension(
    "CAT-18",
    "`GET /account/{id}/eventIndex` answers every event with its last change, for a sitemap.",
    async (kit) => readList(kit, "/eventIndex", { events: z.array(z.looseObject({ id, modified: instant })) }),
  ),
  extension(
    "CAT-19",
    "`GET /eventGroup/{id}` answers a group of events in order, with its discounts.",
    async ({ get, catalogue }) => {
      const [group] = idsOf((await catalogue.eventGroups()).body);
      if (group === undefined) throw new NotApplicable("the account has no group of events");
      const answer = await get(`/eventGroup/${group}`);
      requireOffered(answer);
      return expectExtensionFields(answer, answer.body, { id, name: text, events: list, discounts: list });
    },
  ),
  reference(
    "CAT-20",
    "A list names what its own call answers: each event of `events` can be read.",
    async ({ get, catalogue }) => {
      const [id] = idsOf((await catalogue.events()).body);
      if (id === undefined) throw new NotApplicable("the account has no event");
      expectStatus(await get(`/event/${id}`), 200);
      return undefined;
    },
  ),
];
