import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";
import { freePort } from "#test/programs.ts";
import type { Buyers, Shop } from "./buyers.ts";
import { count } from "./client.ts";
import { type Killable, killableProgram } from "./killable.ts";
import { type Random, randomOf } from "./random.ts";
import type { OpenShop } from "./shop.ts";
import type { KillSystem } from "./system.ts";

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

/** The fields of a form with the values that a browser submits unchanged. */
type Fields = Readonly<Record<string, string>>;

const FORM = /<form\b[^>]*>([\s\S]*?)<\/form>/g;
const CONTROL = /<(?:input|select)\b([^>]*)>/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'", "#39": "'" };

/** Returns the fields of the form that has this field, or `undefined`. It reads what React renders, not any HTML. */
function formWith(html: string, field: string): Fields | undefined {
  return [...html.matchAll(FORM)].map(([, inner = ""]) => fieldsIn(inner)).find((fields) => field in fields);
}

function fieldsIn(form: string): Fields {
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of form.matchAll(CONTROL)) {
    const name = attributeOf(attributes, "name");
    const isLeftOut = /\btype="(checkbox|radio)"/.test(attributes) && !/\bchecked\b/.test(attributes);
    if (name !== undefined && !isLeftOut) fields[name] = attributeOf(attributes, "value") ?? "";
  }
  return fields;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return found?.[1]?.replaceAll(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}

/** An answer of the storefront: its status, the path of its redirect, and its page. `lost`: it broke off. */
type Page = { readonly status: number; readonly path: string; readonly html: string } | "no_answer";

type Visitor = {
  readonly open: (path: string) => Promise<Page>;
  readonly send: (path: string, fields: Readonly<Record<string, string>>) => Promise<Page>;
};

/** Longer than any page takes. */
const ANSWER_MS = 45_000;

/** Returns a browser without scripts: it stores cookies and posts forms. `network` is its address, for the limits of a network. */
function openVisitor(origin: string, network: string): Visitor {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "x-forwarded-for": network, ...(cookie && { cookie }), ...init.headers };
    try {
      const limited = { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) } as const;
      const response = await fetch(origin + path, { ...init, ...limited, headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get("location") ?? "";
      const html = await response.text();
      // A form without a cookie is asked for once more, with one.
      if (response.status === 307 && location.startsWith(`${path}?`)) return ask(location, init);
      return { status: response.status, path: location && new URL(location, origin).pathname, html };
    } catch {
      return "no_answer";
    }
  }

  return {
    open: (path) => ask(path, {}),
    send(path, fields) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      return ask(path, { method: "POST", body, headers: { origin, "sec-fetch-site": "same-origin" } });
    },
  };
}

const ROOT = join(import.meta.dirname, "../../../..");

type KillStorefront = Killable & { readonly origin: string };

/** Starts the built storefront at this service. `actionsKey` is the key with which it was built. */
export async function startKillStorefront(
  { address, folder }: KillSystem,
  { accountId, user, password }: Pick<OpenShop, "accountId" | "user" | "password">,
  actionsKey: string,
): Promise<KillStorefront> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const key = () => randomBytes(32).toString("base64url");
  const program = killableProgram({
    name: "storefront",
    parameters: [
      "--dns-result-order=ipv4first",
      join(ROOT, "node_modules/next/dist/bin/next"),
      "start",
      "-p",
      String(port),
      "-H",
      "localhost",
    ],
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey,
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_PAYMENTS: "fake",
      FOYER_ORIGIN: origin,
      TRUSTED_HOPS: "1",
      FOYER_DATA: join(folder, "storefront-data"),
      TICKETING_URL: address,
      TICKETING_CA: join(folder, "tls", "ca.pem"),
      TICKETING_USER: user,
      TICKETING_PASSWORD: password,
      TICKETING_ACCOUNT: String(accountId),
      CURRENCY: "AUD",
      COOKIE_KEYS: `${key()},${key()}`,
      LINK_KEYS: `${key()},${key()}`,
      NEXTAUTH_SECRET: key(),
    },
    log: join(folder, "storefront.log"),
    ready: async () => (await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  await program.start();
  return { ...program, origin };
}
