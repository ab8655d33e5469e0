import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";
import { insertUser } from "#src/accounts/store/users.ts";
import { openAccount } from "#src/accounts/use-cases/accounts.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { createApp } from "#src/app.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Capability } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testDatabase } from "./cluster.ts";
import { fakeProcessor } from "./fakes.ts";
import { testRuntime } from "./runtime.ts";

export const BUYER = {
  FIRST_NAME: " Ada ",
  LAST_NAME: "Lovelace",
  EMAIL: "ada@example.com",
  OPT_IN: "true",
  "Seat wish": "aisle",
};

export const CARD = {
  name: "Ada Lovelace",
  number: "4111 1111 1111 1111",
  expiryMonth: 12,
  expiryYear: 2030,
  cvv: "123",
};

/** Opens the whole service with a venue, and the first steps of a buyer over the interface. */
export async function openShop(changes: Partial<PaymentRuntime> = {}) {
  const { db, drop } = await testDatabase();
  const processor = fakeProcessor();
  const testApp = await openTestApp(testRuntime(db, { processor, ...changes }));
  const { shop, promoter } = testApp;
  const place = await makeVenue(promoter);

  async function putOn(more: object = {}) {
    const named = { name: "The Tempest", venue: place.venue, venueConfiguration: place.whole };
    const event = await make(promoter, "/event", named);
    const date = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
    const type = await make(promoter, "/ticketType", {
      name: "Adult",
      eventDate: date,
      venueSection: place.stalls,
      price: 45,
      fee: 2.5,
      ...more,
    });
    await publish(promoter, event);
    return { event, date, type };
  }

  const reserve = (
    ask: Ask,
    { event, type }: { event: number; type: number },
    quantity = 2,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ) => ask("POST", "/reservation/", { event, tickets: [{ ticketType: type, quantity }], ...more }, headers);

  async function reserved(quantity = 2, headers: Readonly<Record<string, string>> = {}) {
    const on = await putOn();
    const answered = await reserve(shop, on, quantity, {}, headers);
    assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
    return { ...on, key: String(at(answered, "key")), cart: String(at(answered, "multiSaleKey")), answered };
  }

  const close = async () => {
    await testApp.app.close();
    await drop();
  };
  return { ...testApp, db, processor, place, putOn, reserve, reserved, close };
}

/** Returns the value at this path of an answer's body. */
export function at(answered: Answered, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), answered.body);
}

/** The password of every user whom tests create without naming one. */
export const TEST_PASSWORD = "as good as any";
/** A hash costs a quarter of a second of processor time, and most tests only need users. */
const LOW_COST = { log2N: 4, r: 1, p: 1 };
const EVERYTHING = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"] as const;

/** An answer of the service: status, headers and body. */
export type Answered = { readonly status: number; readonly body: unknown; readonly headers: Record<string, unknown> };

/** Sends requests as one user. */
export type Ask = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

type TestApp = {
  readonly app: FastifyInstance;
  readonly accountId: number;
  readonly shop: Ask;
  readonly promoter: Ask;
  /** A manager of another account, who must never read or change anything of this one. */
  readonly stranger: Ask;
  /** Adds a user with these capabilities to the first account. */
  readonly addUser: (username: string, capabilities: readonly Capability[]) => Promise<Ask>;
};

/** Opens the whole service without a port, with two accounts and their users. */
export async function openTestApp(runtime: PaymentRuntime): Promise<TestApp> {
  const app = createApp(runtime);
  const { account } = await openAccount(runtime, accountNamed("harbour", "NZD"));
  const other = await openAccount(runtime, accountNamed("other", "JPY"));
  const user = async (username: string, accountId: number, capabilities: readonly Capability[]) => {
    const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@foyer.example" };
    const passwordHash = await hashPassword(TEST_PASSWORD, LOW_COST);
    await insertUser(runtime.db, { ...person, username, accountId, capabilities, passwordHash });
    return asking(app, username);
  };
  const addUser = (username: string, capabilities: readonly Capability[]) => user(username, account.id, capabilities);
  return {
    app,
    accountId: account.id,
    addUser,
    shop: await addUser("shop", ["PUBLIC"]),
    promoter: await addUser("promoter", EVERYTHING),
    stranger: await user("stranger", other.account.id, EVERYTHING),
  };
}

function accountNamed(shortName: string, currency: string) {
  return { name: `The ${shortName} account`, shortName, currency, embedOrigins: [] };
}

/** Returns the Authorization header of one of the users. */
export function signedIn(username: string, password = TEST_PASSWORD): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

export function asking(app: FastifyInstance, username: string, password = TEST_PASSWORD): Ask {
  const authorization = signedIn(username, password);
  return async (method, path, body, headers) => {
    const response = await app.inject({
      method,
      url: `/v2${path}`,
      headers: { authorization, "content-type": "application/json", accepts: "application/json", ...headers },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
}

/** Creates a resource and returns its id, or fails the test with the service's answer. */
export async function make(ask: Ask, path: string, body: unknown): Promise<number> {
  const answered = await ask("POST", path, body);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return Number(Reflect.get(Object(answered.body), "id"));
}

/** Publishes an event, or fails the test with what it lacks. */
export async function publish(ask: Ask, event: number): Promise<void> {
  const answered = await ask("PUT", `/event/${event}/publish/true`);
  assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
}

/** Publishes an event in a state that published ones come to, such as with all dates over, but in which none is published. */
export async function publishAnyway(db: Db, event: number): Promise<void> {
  await db.query(`UPDATE event SET published = true WHERE id = $1`, [event]);
}

/** Creates a venue with stalls of 20 and a balcony of 5, and two configurations: both sections, and the stalls only. */
export async function makeVenue(ask: Ask, timeZone = "Pacific/Auckland") {
  const venue = await make(ask, "/venue", { name: "The Playhouse", timeZone, address: { city: "Nelson" } });
  const stalls = await make(ask, "/venueSection", { venue, name: "Stalls", capacity: 20 });
  const balcony = await make(ask, "/venueSection", { venue, name: "Balcony", capacity: 5, sortIdx: 1 });
  const whole = await make(ask, "/venueConfiguration", { venue, name: "Whole", venueSections: [stalls, balcony] });
  const stallsOnly = await make(ask, "/venueConfiguration", { venue, name: "Stalls only", venueSections: [stalls] });
  return { venue, stalls, balcony, whole, stallsOnly };
}
