import { z } from "zod";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import {
  amount,
  count,
  decimal,
  fieldOf,
  flag,
  id,
  instant,
  list,
  maybe,
  numberOf,
  object,
  onSaleStatus,
  ref,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const address = text.or(object);
const GROUP = {
  name: text,
  eventDate: object,
  startDate: instant,
  saleStatus: onSaleStatus,
  sortIdx: z.number(),
  pages: list,
};
const ITEM = {
  ...{ id, name: text, venueSection: ref, price: amount, fee: amount },
  ...{ saleStatus: onSaleStatus, available: z.int(), minimum: z.int(), maximum: z.int(), codeRequired: flag },
};

/** Returns whether the rows are in the order of `sortIdx`. */
function isSorted(rows: readonly unknown[]): boolean {
  const order = rows.map((row) => numberOf(fieldOf(row, "sortIdx")) ?? 0);
  return order.every((one, at) => at === 0 || one >= (order[at - 1] ?? 0));
}

export const OFFERING_STATEMENTS: readonly Statement[] = [
  reference(
    "CAT-50",
    "`GET /offering/{eventId}/{type}` answers what is on sale: groups, pages, tickets and texts in order. Foyer's service sells no lay-by.",
    async ({ catalogue }) => {
      const answer = await catalogue.offering();
      expectStatus(answer, 200);
      expectShape(answer, object.or(list));
      return undefined;
    },
  ),
  extension(
    "CAT-51",
    "An offering has `event`, `type`, `groups: [{ name, eventDate, startDate, saleStatus, sortIdx, pages }]` and `discounts`.",
    async ({ catalogue }) => {
      const answer = await catalogue.offering();
      const remark = expectExtensionFields(answer, answer.body, {
        groups: list,
        event: ref,
        type: z.literal("PUBLIC"),
        discounts: list,
      });
      const group = fieldOf(answer.body, "groups", 0);
      if (group === undefined) throw new NotApplicable("the event has nothing on sale");
      return [remark, expectExtensionFields(answer, group, GROUP)].filter(Boolean).join("; ") || undefined;
    },
  ),
  extension(
    "CAT-52",
    "A ticket in it has `id` `name` `venueSection` `price` `fee` `saleStatus` `available` `minimum` `maximum` `codeRequired`.",
    async ({ catalogue }) => {
      const answer = await catalogue.offering();
      const items = fieldOf(answer.body, "groups", 0, "pages", 0, "items");
      const tickets = (list.safeParse(items).data ?? []).filter((item) => fieldOf(item, "kind") === "TICKET");
      if (tickets[0] === undefined) throw new NotApplicable("extension not offered: no items of type TICKET");
      return expectExtensionFields(answer, tickets[0], ITEM);
    },
  ),
  extension("CAT-53", "Groups, pages and items are in the order of `sortIdx`.", async ({ catalogue }) => {
    const answer = await catalogue.offering();
    const groups = list.safeParse(fieldOf(answer.body, "groups")).data;
    if (groups === undefined) throw new NotApplicable("extension not offered: no groups");
    const pages = groups.flatMap((group) => [list.parse(fieldOf(group, "pages") ?? [])]);
    const items = pages.flat().map((page) => list.parse(fieldOf(page, "items") ?? []));
    for (const rows of [...pages, ...items]) expect(isSorted(rows), answer, "rows in the order of sortIdx", rows);
    return undefined;
  }),
  extension("CAT-54", "An offering takes `showSoldOut` and `revealCode`.", async ({ get, catalogue }) => {
    const { eventId } = await catalogue.onSale();
    expectStatus(await get(`/offering/${eventId}/PUBLIC?showSoldOut=true&revealCode=CONFORMANCE`), 200);
    return undefined;
  }),
  reference(
    "CAT-60",
    "`GET /ticketType/{id}` answers `name` `prefix` `eventDate` `venueSection` `maximumAllocation` `saleStatus` `price` `fee` (separate) `tags` `maximumScans` `scanBarcode` `sortIdx` `oncePerDay` `geolocationRule`.",
    async ({ catalogue }) => {
      const { ticketType } = await catalogue.onSale();
      const numbers = { maximumAllocation: count, maximumScans: count, sortIdx: decimal };
      const rest = {
        prefix: text,
        eventDate: ref,
        saleStatus: text,
        fee: amount,
        tags: list,
        scanBarcode: flag,
        oncePerDay: flag,
      };
      return expectFields(ticketType, ticketType.body, { name: text, price: amount }, { ...numbers, ...rest });
    },
  ),
  specification("CAT-61", "A ticket type belongs to a section of the venue.", async ({ catalogue }) => {
    const { ticketType } = await catalogue.onSale();
    const section = fieldOf(ticketType.body, "venueSection");
    if (section === undefined) return "absent: venueSection";
    expectShape(ticketType, ref, section, "venueSection");
    return undefined;
  }),
  extension(
    "CAT-62",
    "A ticket type has `available` `minimumPerOrder` `maximumPerOrder` `onSaleFrom` `onSaleTo` `codeRequired`.",
    async ({ catalogue }) => {
      const { ticketType } = await catalogue.onSale();
      const limits = { available: z.int(), minimumPerOrder: z.int(), maximumPerOrder: z.int() };
      const dates = { onSaleFrom: maybe(instant), onSaleTo: maybe(instant), codeRequired: flag };
      return expectExtensionFields(ticketType, ticketType.body, { ...limits, ...dates });
    },
  ),
  reference(
    "CAT-63",
    "The numbered seats of a ticket type are its `allocatables`, of which the reference gives no shape. Not served by Foyer, whose places have no numbers.",
    async ({ get, catalogue }) => {
      const answer = await get(`/ticketType/${(await catalogue.onSale()).ticketTypeId}/allocatables`);
      if (answer.status >= 400) throw new NotApplicable(`the service has no such call: status ${answer.status}`);
      expectShape(answer, object.or(list));
      return undefined;
    },
  ),
  reference(
    "CAT-64",
    "An event, a date and a ticket type that are read name the same ids as their lists.",
    async ({ catalogue }) => {
      const { event, eventId, eventDate, eventDateId, ticketType, ticketTypeId } = await catalogue.onSale();
      for (const [answer, wanted] of [
        [event, eventId],
        [eventDate, eventDateId],
        [ticketType, ticketTypeId],
      ] as const) {
        const found = fieldOf(answer.body, "id");
        if (found === undefined) continue;
        expectShape(answer, id, found, "id");
        expect(Number(found) === wanted, answer, `id ${wanted}`, found);
      }
      return undefined;
    },
  ),
  extension("CAT-65", "`GET /venue/{id}` answers `name`, `address` and `timeZone`.", async ({ get, catalogue }) => {
    const venue = fieldOf((await catalogue.onSale()).event.body, "venue", "id");
    if (venue === undefined) throw new NotApplicable("the event does not name its venue's id");
    const answer = await get(`/venue/${venue}`);
    requireOffered(answer);
    expectStatus(answer, 200);
    return expectExtensionFields(answer, answer.body, { name: text, address, timeZone: text });
  }),
];
