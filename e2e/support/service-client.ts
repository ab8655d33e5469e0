import { fetch } from "undici";
import { type Environment, required, timeoutsOf } from "./target/env.ts";
import { basicOf, dispatcherOf } from "./target/network.ts";

/** The events that this process created and has not withdrawn. Their places are the suite's own. */
export const createdEvents = new Set<number>();

/** A client of the ticketing service with a promoter's credential. Tests put events on sale and admit tickets with it. */
export type ServiceClient = ReturnType<typeof openServiceClient>;

export type TicketTypeOnSale = {
  readonly name: string;
  readonly price: string;
  readonly fee?: string;
  readonly maximumAllocation?: number;
  readonly minimumPerOrder?: number;
  readonly maximumPerOrder?: number;
  readonly page?: "TICKETS" | "MERCHANDISE";
  readonly codeRequired?: boolean;
  readonly hidden?: boolean;
  readonly description?: string;
  readonly section?: string;
  readonly onSaleFrom?: string;
};

export type PutOnSale = {
  readonly name: string;
  readonly capacity?: number;
  readonly ticketTypes?: readonly TicketTypeOnSale[];
  /** The start of each date, in the venue's local time, `dd-MM-yyyy'T'HH:mm`. */
  readonly dates?: readonly string[];
  readonly qrType?: "A" | "B";
  readonly timeZone?: string;
  /** ISO 4217. The account's currency if not given. */
  readonly currency?: string;
};

export type OnSale = {
  readonly eventId: number;
  readonly name: string;
  readonly eventDateIds: readonly number[];
  /** Indexed by date, then by the order of `ticketTypes`. */
  readonly ticketTypeIds: readonly (readonly number[])[];
};

type ListedEvent = { readonly id: number; readonly name: string };
const PAGE_SIZE = 100;

export function openServiceClient(env: Environment) {
  const base = required(env, "service");
  const headers = {
    Authorization: basicOf(required(env, "serviceLogin")),
    "Content-Type": "application/json",
    Accept: "application/json",
  };

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutsOf(env).call),
      dispatcher: dispatcherOf(env),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  }

  async function create(path: string, body: unknown): Promise<number> {
    const { status, body: answer } = await call("POST", path, body);
    if (status !== 200 || typeof answer.id !== "number") {
      throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`);
    }
    return answer.id;
  }

  return {
    call,

    /** Creates a venue, an event and its dates for one test, so that no other test can take its places. */
    async putOnSale(wanted: PutOnSale): Promise<OnSale> {
      const types = wanted.ticketTypes ?? [{ name: "General admission", price: "45.00", fee: "2.50" }];
      const sectionNames = [...new Set(types.map(({ section }) => section ?? "Floor"))];
      const venue = await create("/venue/", {
        name: `${wanted.name} Hall`,
        address: {
          streetAddress1: "1 Quay Street",
          state: "",
          postcode: "6011",
          country: "NZ",
          city: "Wellington",
        },
        timeZone: wanted.timeZone ?? "Pacific/Auckland",
      });
      const sections = new Map<string, number>();
      for (const name of sectionNames) {
        sections.set(name, await create("/venueSection/", { venue, name, capacity: wanted.capacity ?? 100 }));
      }
      const venueConfiguration = await create("/venueConfiguration/", {
        venue,
        name: "All of it",
        venueSections: [...sections.values()],
      });
      const eventId = await create("/event/", {
        name: wanted.name,
        venue,
        venueConfiguration,
        description: "An event made by a test.",
        abstractText: "Created by a test.",
        tags: ["test"],
        ...(wanted.qrType ? { qrType: wanted.qrType } : {}),
        ...(wanted.currency ? { currency: wanted.currency } : {}),
      });
      createdEvents.add(eventId);
      const eventDateIds: number[] = [];
      const ticketTypeIds: number[][] = [];
      for (const eventStart of wanted.dates ?? [wallTime(30)]) {
        const eventDate = await create("/eventDate/", { event: eventId, venueConfiguration, eventStart });
        eventDateIds.push(eventDate);
        const ids: number[] = [];
        for (const { name, price, fee = "0.00", section = "Floor", ...rest } of types) {
          ids.push(
            await create("/ticketType/", {
              name,
              eventDate,
              venueSection: sections.get(section),
              prefix: "",
              price: Number(price),
              fee: Number(fee),
              ...rest,
            }),
          );
        }
        ticketTypeIds.push(ids);
      }
      const published = await call("PUT", `/event/${eventId}/publish/true`, {});
      if (published.status !== 200 || published.body.successful === false) {
        throw new Error(`Publishing answered ${published.status}: ${JSON.stringify(published.body)}`);
      }
      return { eventId, name: wanted.name, eventDateIds, ticketTypeIds };
    },

    /** Returns the published events of the account. */
    async events(): Promise<readonly ListedEvent[]> {
      const { account } = (await call("GET", "/user/login")).body;
      const found: ListedEvent[] = [];
      for (let page = 1; ; page += 1) {
        const path = `/account/${Object(account).id}/eventSummaries?page=${page}&pageSize=${PAGE_SIZE}`;
        const { status, body } = await call("GET", path);
        if (status !== 200) throw new Error(`The list of events answered ${status}.`);
        const events = body as unknown as readonly ListedEvent[];
        found.push(...events);
        if (events.length < PAGE_SIZE) return found;
      }
    },

    /** Takes an event off sale. */
    async withdraw(eventId: number): Promise<void> {
      const { status } = await call("PUT", `/event/${eventId}/publish/false`, {});
      if (status !== 200) throw new Error(`Withdrawing event ${eventId} answered ${status}.`);
    },

    /** Creates and publishes a group of events, and returns its id. Its page shows them at once: lists and months may be stored already. */
    async publishGroup(group: {
      readonly name: string;
      readonly description?: string;
      readonly events: readonly number[];
    }): Promise<number> {
      const id = await create("/eventGroup", group);
      const { status } = await call("PUT", `/eventGroup/${id}/publish/true`, {});
      if (status !== 200) throw new Error(`Publishing the group answered ${status}.`);
      return id;
    },

    /** Creates and enables a price rule. With `codes` the rule applies only to carts that have one of them. */
    async createPriceRule(
      kind: "discount" | "festivalDiscount" | "multipack",
      rule: object,
      codes: readonly { readonly text: string; readonly maximumUses?: number; readonly validTo?: string }[] = [],
    ): Promise<number> {
      const id = await create(`/${kind}/`, { ...rule, ...(codes.length > 0 ? { codeRequired: true } : {}) });
      const { status } = await call("PUT", `/${kind}/${id}/enable/true`, {});
      if (status !== 200) throw new Error(`Enabling the ${kind} answered ${status}.`);
      for (const code of codes) await create("/code/", { ...code, kind: "DISCOUNT", [kind]: id });
      return id;
    },

    /** Creates a voucher. Returns its code, and how to read its balance and to disable it. */
    async createVoucher(amount: number) {
      const { status, body } = await call("POST", "/voucher", { amount });
      if (status !== 200) throw new Error(`Creating a voucher answered ${status}: ${JSON.stringify(body)}`);
      const balance = async () => Object((await call("GET", `/voucher/${body.id}`)).body.balance).amount;
      const disable = () => call("PUT", `/voucher/${body.id}/enable/false`);
      return { code: String(body.code), balance, disable };
    },

    /** Pays for a place by voucher alone, as another buyer would. */
    async spendVoucher(code: string, eventId: number, ticketType: number, amount: number): Promise<void> {
      const key = await this.reservePlaces(eventId, ticketType, 1);
      const buyer = { FIRST_NAME: "Ben", LAST_NAME: "Jonson", EMAIL: "ben@example.com" };
      await call("POST", `/reservation/${key}/lock`, buyer);
      const paid = await call("POST", `/reservation/${key}/payment`, {
        amounts: { VOUCHER: amount },
        voucher: { code },
      });
      if (paid.body.type !== "SUCCESS") throw new Error(`The voucher did not pay: ${JSON.stringify(paid.body)}`);
    },

    /** Orders a place that costs nothing, as another buyer would. */
    async orderFree(eventId: number, ticketType: number, EMAIL: string): Promise<void> {
      const key = await this.reservePlaces(eventId, ticketType, 1);
      await call("POST", `/reservation/${key}/lock`, { FIRST_NAME: "Ben", LAST_NAME: "Jonson", EMAIL });
      const paid = await call("POST", `/reservation/${key}/payment`, { amounts: {} });
      if (paid.body.type !== "SUCCESS") throw new Error(`The order was not completed: ${JSON.stringify(paid.body)}`);
    },

    /** Reserves places as another buyer would. Returns the reservation's key. */
    async reservePlaces(eventId: number, ticketType: number, quantity: number): Promise<string> {
      const { body } = await call("POST", "/reservation/", { event: eventId, tickets: [{ ticketType, quantity }] });
      if (body.successful !== true || typeof body.key !== "string") {
        throw new Error(`Reserving ${quantity} places was refused: ${JSON.stringify(body)}`);
      }
      return body.key;
    },

    /** Admits the ticket with this QR code, as a door scanner does. */
    async admit(scanned: string): Promise<{ status: number; result: unknown }> {
      const { status, body } = await call("POST", `/admission/${encodeURIComponent(scanned)}/admit`, {});
      return { status, result: body.result };
    },

    /** Returns the number of places that are left of a ticket type. */
    async placesLeft(ticketType: number): Promise<unknown> {
      return (await call("GET", `/ticketType/${ticketType}.json`)).body.available;
    },
  };
}

type Answer = Readonly<Record<string, unknown>>;

/** Returns a local date and time some days from now, in the service's format. */
export function wallTime(daysAhead: number, clock = "19:30"): string {
  const day = new Date(Date.now() + daysAhead * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const [year, month, date] = day.split("-");
  return `${date}-${month}-${year}T${clock}`;
}
