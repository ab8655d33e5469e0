import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";
import type { Buyers, Shop } from "#test/kills/buyers.ts";
import { count } from "#test/kills/observed.ts";
import { type Random, randomOf } from "#test/kills/random.ts";
import { type Fields, formWith } from "./forms.ts";
import { openVisitor, type Page, type Visitor } from "./visitor.ts";

/** Addresses of buyers whom the storefront showed their tickets. Each has one paid order, and no other has two. */
export type BuyersShownTickets = Set<string>;

const TRIES_MAX = 4;
const AGAIN_MS = 250;
const CARDS = ["1111", "1111", "1111", "1111", "1103", "1400", "1434"] as const;
const CHECKING = "/checking";
const OF_ORDER = /^\/en\/sales\//;

type Options = {
  readonly origin: string;
  readonly buyersShownTickets: BuyersShownTickets;
  readonly buyers: number;
  readonly seed: number;
};

/** Starts buyers without scripts at the storefront, each of whom buys again and again until they are stopped. */
export function startStorefrontBuyers(shop: Shop, { origin, buyersShownTickets, buyers, seed }: Options): Buyers {
  let isStopping = false;
  const running = Array.from({ length: buyers }, async (_, at) => {
    const random = randomOf(seed * 2_003 + at);
    while (!isStopping) {
      const network = `172.${random.between(16, 31)}.${random.between(0, 255)}.${random.between(1, 254)}`;
      await buy(shop, random, openVisitor(origin, network), buyersShownTickets);
      await pause(AGAIN_MS);
    }
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

async function buy(
  shop: Shop,
  random: Random,
  visitor: Visitor,
  buyersShownTickets: BuyersShownTickets,
): Promise<void> {
  const { eventId, ticketTypeIds } = random.pick(shop.events());
  const email = `${randomUUID()}@example.com`;
  const field = `qty.${ticketTypeIds[0]}`;
  const chosen = await submit(shop, visitor, `/en/events/${eventId}`, field, { [field]: "1" });
  if (chosen === "no_answer" || chosen.path !== "/en/checkout") return;
  const details = { firstName: "Ada", lastName: "Lovelace", email };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const submitted = await submit(shop, visitor, "/en/checkout", "firstName", details);
    if (submitted !== "no_answer" && submitted.path === "/en/checkout/pay") break;
    await pause(AGAIN_MS);
  }
  // A buyer whose answer was lost opens the page again, and pays again when it lets them.
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const card = { number: `411111111111${random.pick(CARDS)}`, expiry: "12 / 34", code: "123", name: "Ada Lovelace" };
    const times = random.chance(0.2) ? 2 : 1;
    const form = await formOf(shop, visitor, "/en/checkout/pay", "number");
    if (form === "order") return void buyersShownTickets.add(email);
    if (form !== undefined) {
      const sent = Array.from({ length: times }, () => visitor.send("/en/checkout/pay", { ...form, ...card }));
      const pages = await Promise.all(sent);
      for (const page of pages) note(shop, "POST pay", page);
      if (pages.some((page) => page !== "no_answer" && OF_ORDER.test(page.path)))
        return void buyersShownTickets.add(email);
    }
    await pause(AGAIN_MS);
  }
}

async function submit(shop: Shop, visitor: Visitor, path: string, field: string, typed: Fields): Promise<Page> {
  const form = await formOf(shop, visitor, path, field);
  if (form === undefined || form === "order") return "no_answer";
  const page = await visitor.send(path, { ...form, ...typed });
  note(shop, `POST ${path.replace(/\d+/, "{id}")}`, page);
  return page;
}

/** Returns the form of a page, `order` where the page leads to the order, or `undefined` where it has none now. */
async function formOf(
  { observed }: Pick<Shop, "observed">,
  visitor: Visitor,
  path: string,
  field: string,
): Promise<Fields | "order" | undefined> {
  const page = await visitor.open(path);
  note({ observed }, `GET ${path.replace(/\d+/, "{id}")}`, page);
  if (page === "no_answer") return undefined;
  if (OF_ORDER.test(page.path)) return "order";
  // The page that waits for the result of a payment leads to the order, or back to the card.
  if (page.path.endsWith(CHECKING) && !path.endsWith(CHECKING)) return formOf({ observed }, visitor, page.path, field);
  return formWith(page.html, field);
}

function note({ observed }: Pick<Shop, "observed">, what: string, page: Page): void {
  const path = page === "no_answer" ? "" : page.path.replace(/(sales|payment)\/.*/, "$1/{link}");
  count(observed, `storefront ${what}: ${page === "no_answer" ? "no_answer" : `${page.status} ${path}`}`);
}

/** Returns a line for each buyer who was shown tickets and has no paid order, and for each who paid for two. */
export async function storefrontFaults(db: Db, buyersShownTickets: BuyersShownTickets): Promise<readonly string[]> {
  const rows = await db.query<{ fault: string }>(
    `SELECT format('the buyer %s was shown tickets and has no paid order', email) AS fault FROM unnest($1::text[]) AS email
      WHERE NOT EXISTS (SELECT FROM sale WHERE buyer ->> 'EMAIL' = email AND status = 'CONFIRMED')
      UNION ALL
     SELECT format('the buyer %s paid for %s orders', buyer ->> 'EMAIL', count(*)) FROM sale
      WHERE status = 'CONFIRMED' AND buyer ->> 'EMAIL' LIKE '%-%@example.com' GROUP BY buyer ->> 'EMAIL' HAVING count(*) > 1`,
    [[...buyersShownTickets]],
  );
  return rows.map(({ fault }) => fault);
}
