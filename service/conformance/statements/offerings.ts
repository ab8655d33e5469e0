import { z } from "zod";
import {
  amount,
  expect,
  expectRefusal,
  expectShape,
  expectStatus,
  fieldOf,
  flag,
  id,
  instant,
  list,
  notOffered,
  numberOf,
  object,
  onSaleStatus,
  ref,
  requireOffered,
  text,
} from "#conformance/expect.ts";
import { extension, reference, type Statement, shape } from "#conformance/statement.ts";
import { readOffered } from "./account.ts";

/** Returns whether the rows are in the order of `sortIdx`. */
function isSorted(rows: readonly unknown[]): boolean {
  const order = rows.map((row) => numberOf(fieldOf(row, "sortIdx")) ?? 0);
  return order.every((one, at) => at === 0 || one >= (order[at - 1] ?? 0));
}

export const OFFERING_STATEMENTS: readonly Statement[] = [
  reference(
    "CAT-50",
    "`GET /offering/{eventId}/{type}` (`PUBLIC`, `LAYBY`, `BOX_OFFICE`) answers what is on sale; another type is refused.",
    async ({ get, catalogue }) => {
      const answer = await catalogue.offering();
      requireOffered(answer);
      expectStatus(answer, 200);
      expectShape(answer, object.or(list), answer.body);
      expectRefusal(await get(`/offering/${(await catalogue.onSale()).eventId}/CONFORMANCE`));
    },
  ),
  extension(
    "CAT-50X",
    "Groups, pages and items of an offering are in the order of `sortIdx`.",
    async ({ catalogue }) => {
      const answer = await catalogue.offering();
      const rowsOf = (parent: unknown, name: string) => list.safeParse(fieldOf(parent, name)).data ?? [];
      const groups = rowsOf(answer.body, "groups");
      const pages = groups.map((group) => rowsOf(group, "pages"));
      const items = pages.flat().map((page) => rowsOf(page, "items"));
      if (items.flat().length === 0) throw notOffered("no items in pages of groups");
      for (const rows of [groups, ...pages, ...items]) expect(isSorted(rows), answer, "rows in order", rows);
    },
  ),
  ...shape("CAT-51", {
    what: "A group of an offering, which takes `showSoldOut` and `revealCode`,",
    async read(kit) {
      const { eventId } = await kit.catalogue.onSale();
      return readOffered(kit, `/offering/${eventId}/PUBLIC?showSoldOut=true&revealCode=CONFORMANCE`, "groups", 0);
    },
    extensions: {
      name: text,
      eventDate: ref,
      startDate: instant,
      saleStatus: onSaleStatus,
      sortIdx: z.number(),
      pages: list,
    },
  }),
  ...shape("CAT-52", {
    what: "A ticket of an offering",
    async read({ catalogue }) {
      const answer = await catalogue.offering();
      const items = list.safeParse(fieldOf(answer.body, "groups", 0, "pages", 0, "items")).data ?? [];
      const value = items.find((item) => fieldOf(item, "kind") === "TICKET");
      if (value === undefined) throw notOffered("no items of type TICKET");
      return { answer, value };
    },
    extensions: {
      id,
      name: text,
      venueSection: ref,
      price: amount,
      fee: amount,
      saleStatus: onSaleStatus,
      available: z.int(),
      minimum: z.int(),
      maximum: z.int(),
      codeRequired: flag,
    },
  }),
];
