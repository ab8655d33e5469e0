import { z } from "zod";
import {
  amount,
  count,
  expect,
  expectShape,
  expectStatus,
  fieldOf,
  id,
  idOf,
  idsOf,
  instant,
  list,
  NotApplicable,
  notOffered,
  object,
  onSaleStatus,
  ref,
  refs,
  requireOffered,
  text,
} from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { extension, reference, type Statement, shape } from "#conformance/statement.ts";

/** Reads a call that a service may lack; `value` is the part of it at a path. */
export async function readOffered({ get }: Kit, path: string, ...at: readonly (string | number)[]) {
  const answer = await get(path);
  requireOffered(answer);
  expectStatus(answer, 200);
  const value = fieldOf(answer.body, ...at);
  if (value === undefined) throw new NotApplicable(`there is no ${at.join(".")}`);
  return { answer, value };
}

const ofAccount = async (kit: Kit, path: string, ...at: readonly (string | number)[]) =>
  readOffered(kit, `/account/${await kit.catalogue.accountId()}${path}`, ...at);

/** Reads a part of a list whose query a service may refuse. */
async function ofList(kit: Kit, path: string, ...at: readonly (string | number)[]) {
  const { status } = await kit.get(`/account/${await kit.catalogue.accountId()}${path}`);
  if (status === 400) throw notOffered("the query is refused");
  return ofAccount(kit, path, ...at);
}

/** Returns how many summaries a query finds. */
async function countSummaries({ get, catalogue }: Kit, query: string): Promise<number> {
  const answer = await get(`/account/${await catalogue.accountId()}/eventSummaries?${query}`);
  requireOffered(answer);
  if (answer.status === 400) throw notOffered("the query is refused");
  expectStatus(answer, 200);
  return expectShape(answer, list, answer.body).length;
}

const login = {
  sells: z.array(text.or(z.looseObject({ type: z.enum(["PUBLIC", "BOX_OFFICE"]), offeringUrl: text }))),
  capabilities: z
    .array(z.enum(["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"]))
    .refine(
      (all) => !all.includes("MANAGE") || (all.includes("ORDERS") && all.includes("REPORTS")),
      "MANAGE includes ORDERS and REPORTS",
    ),
  scans: z.array(text.or(z.looseObject({ eventDate: object.nullish() }))),
};

export const ACCOUNT_STATEMENTS: readonly Statement[] = [
  ...shape("CAT-01", {
    what: "`GET /user/login` says who the user is, and what they may sell and scan: it",
    read: ({ catalogue }) => catalogue.login(),
    optional: { name: text, email: text, sellCapabilities: list, scanCapabilities: list },
    extensions: {
      id,
      account: ref,
      capabilities: login.capabilities,
      secondFactor: z.enum(["ON", "OFF"]),
      sellCapabilities: login.sells,
      scanCapabilities: login.scans,
    },
  }),
  ...shape("CAT-03", {
    what: "`GET /user/{id}`",
    async read(kit) {
      const own = idOf((await kit.catalogue.login()).body);
      if (own === undefined) throw new NotApplicable("the login does not say the user's id");
      return readOffered(kit, `/user/${own}`);
    },
    optional: { firstName: text, lastName: text, email: text, mobilePhone: text },
  }),
  ...shape("CAT-04", {
    what: "`GET /account/{id}`",
    read: ({ catalogue }) => catalogue.account(),
    required: { name: text },
    optional: { shortName: text },
    extensions: {
      currency: text,
      embedOrigins: list,
      websiteUrl: text,
      contactEmail: text,
      contactPhone: text,
      supportEmail: text,
      legalName: text,
      termsUrl: text,
      privacyUrl: text,
      refundPolicyUrl: text,
      brand: z.looseObject({}),
      senderName: text,
      replyTo: text,
      replyToPending: text,
    },
  }),
  reference(
    "CAT-06",
    "`GET /account/{id}/events`, `/allevents`, `/eventgroups` and `/venues` answer `refs`; Foyer's are `{ id, name, link }`.",
    async ({ get, catalogue }) => {
      for (const list of ["events", "allevents", "eventgroups", "venues"]) {
        const answer = await get(`/account/${await catalogue.accountId()}/${list}`);
        expectStatus(answer, 200);
        expectShape(answer, refs, answer.body);
      }
    },
  ),
  ...shape("CAT-10", {
    what: "A summary of `GET /account/{id}/eventSummaries`",
    read: ({ catalogue }) => catalogue.summary(),
    required: { name: text },
    optional: {
      description: text,
      heroImageUrl: text,
      iwtLandingPageUrl: text,
      promoterLandingPageUrl: text,
      lowPrice: amount,
    },
    extensions: {
      id,
      highPrice: amount,
      firstDate: instant,
      lastDate: instant,
      saleStatus: onSaleStatus,
      waitingRoom: z.boolean(),
      venue: ref,
      tags: list,
      eventGroups: list,
    },
  }),
  extension(
    "CAT-12",
    "Summaries take the query `q`, words of the event, its venue, the venue's town, region or country, or its tags; `from` and `to`, days of the venue; `venue` `town` `tag` `dateGroup` `eventGroup`; `page` and `pageSize`, with the header `X-Total-Count`.",
    async (kit) => {
      const { answer } = await kit.catalogue.summary();
      const all = await countSummaries(kit, "");
      for (const query of ["q=qqzzxxjjvvkk", "from=2001-01-01&to=2001-01-02", "tag=xyzzyconformance"]) {
        const found = await countSummaries(kit, query);
        if (found === all && all > 0) throw notOffered("the query is ignored");
        expect(found === 0, answer, `no event for ${query}`, found);
      }
      expectShape(answer, count, answer.headers["x-total-count"], "X-Total-Count");
      expect((await countSummaries(kit, "page=1&pageSize=1")) <= 1, answer, "one row on a page of one", answer.body);
    },
  ),
  ...shape("CAT-13", {
    what: "A row of `GET /account/{id}/eventSummaries?state=COMING`, with figures for users with `ORDERS` or `REPORTS`,",
    read: (kit) => ofList(kit, "/eventSummaries?state=COMING&pageSize=1", 0),
    extensions: {
      state: z.literal("COMING"),
      version: id,
      sold: count,
      reserved: count,
      left: count,
      revenue: amount,
    },
  }),
  extension(
    "CAT-14",
    "`state` is `DRAFT` `COMING` `OVER` or `ARCHIVED`. All but `COMING` are for users with `ORDERS` or `BOX_OFFICE`: others get 403 with a row at `state`. `sort` is `name` or `date`, with a minus the last first.",
    async (kit) => {
      await ofList(kit, "/eventSummaries?state=COMING&pageSize=1", 0, "state");
      const answer = await kit.get(`/account/${await kit.catalogue.accountId()}/eventSummaries?state=OVER&sort=-name`);
      expectStatus(answer, 200, 403);
      const path = answer.status === 403 ? fieldOf(answer.body, "errors", 0, "path") : "state";
      expect(path === "state", answer, "a row at `state`", path);
    },
  ),
  ...shape("CAT-15", {
    what: "A date of `GET /account/{id}/eventDates?event=`, with figures for users with `ORDERS` or `REPORTS`,",
    read: async (kit) => ofList(kit, `/eventDates?event=${(await kit.catalogue.onSale()).eventId}`, 0),
    extensions: { version: id, sold: count, reserved: count, left: count, admitted: count, revenue: amount },
  }),
  ...shape("CAT-16", {
    what: "A date of the calendar `GET /account/{id}/eventDates`",
    read: (kit) => ofAccount(kit, "/eventDates?pageSize=1", 0),
    extensions: { id, event: ref, startDate: instant, saleStatus: onSaleStatus, venue: ref },
  }),
  ...shape("CAT-17", {
    what: "`GET /account/{id}/facets`, the filters of a search,",
    read: (kit) => ofAccount(kit, "/facets"),
    extensions: { venues: list, towns: list, tags: list, dateGroups: list, eventGroups: list, months: list },
  }),
  ...shape("CAT-18", {
    what: "`GET /account/{id}/eventIndex`, every event with its last change,",
    read: (kit) => ofAccount(kit, "/eventIndex"),
    extensions: { events: z.array(z.looseObject({ id, modified: instant })) },
  }),
  ...shape("CAT-19", {
    what: "`GET /eventGroup/{id}`",
    async read(kit) {
      const [group] = idsOf((await kit.catalogue.eventGroups()).body);
      if (group === undefined) throw new NotApplicable("the account has no group of events");
      return readOffered(kit, `/eventGroup/${group}`);
    },
    extensions: { id, name: text, events: list, discounts: list },
  }),
  ...shape("CAT-66", {
    what: "A venue of `GET /account/{id}/venueSummaries`, with its sections and configurations,",
    read: (kit) => ofList(kit, "/venueSummaries?pageSize=1", "venues", 0),
    extensions: {
      id,
      name: text,
      timeZone: text,
      version: id,
      sections: z.array(z.looseObject({ id, name: text, capacity: count, overlaps: list, version: id })),
      configurations: z.array(z.looseObject({ id, name: text, venueSections: list, version: id })),
    },
  }),
  ...shape("CAT-67", {
    what: "`GET /account/{id}/sites`, the websites that may show embeds,",
    read: (kit) => ofAccount(kit, "/sites"),
    extensions: { sites: z.array(z.looseObject({ id, origin: text, created: instant, version: id })) },
  }),
  ...shape("CAT-68", {
    what: "`GET /account/{id}/links?state=live`, the promoter's links, embeds and posters,",
    read: (kit) => ofList(kit, "/links?state=live&pageSize=1"),
    extensions: {
      links: z.array(
        z.looseObject({ id, ref: text, name: text, kind: z.enum(["LINK", "EMBED", "POSTER"]), version: id }),
      ),
    },
  }),
  ...shape("CAT-45", {
    what: "`GET /changes`, what of the account's catalogue changed since the `next` of an earlier answer,",
    read: (kit) => readOffered(kit, "/changes"),
    extensions: { changes: list, next: text },
  }),
  ...shape("CAT-46", {
    what: "`GET /storefrontRecords`, what storefronts keep in the service,",
    read: (kit) => readOffered(kit, `/storefrontRecords?names=links.${"0".repeat(64)}`),
    extensions: { records: list },
  }),
  ...shape("CAT-70", {
    what: "`GET /account/{id}/sources`, what links, embeds and campaigns opened, reserved and sold,",
    read: (kit) => ofAccount(kit, "/sources"),
    extensions: {
      currency: text,
      rows: list,
      total: z.looseObject({ opened: count, reserved: count, orders: count, tickets: count, revenue: z.number() }),
    },
  }),
  extension(
    "CAT-71",
    "`POST /sources/opened` `{ counts }` adds page views by the hour; none at all are taken too.",
    async ({ write }) => {
      const answer = await write("POST", "/sources/opened", { counts: [] });
      requireOffered(answer);
      if (answer.status === 403) throw new NotApplicable("this user does not sell online");
      expectStatus(answer, 200);
    },
  ),
];
