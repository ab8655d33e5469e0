import { type Page, test } from "@playwright/test";
import { type Environment, isOwnSandbox } from "./target/env.ts";
import { words } from "./words.ts";

/** Reads what a storefront publishes about its events, for tests that do not know them. */
export type Catalogue = ReturnType<typeof openCatalogue>;

/** An entry of `/events.json`. */
export type ListedEvent = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly saleStatus: string;
  /** The lowest price with its fee, as a decimal number and as shown. */
  readonly from?: { readonly amount: string; readonly currency: string; readonly text: string };
  readonly venue: { readonly name: string; readonly timeZone: string };
  readonly groups: readonly { readonly name: string; readonly url: string }[];
};

/** A date in the structured data of an event page. */
export type PublishedDate = {
  readonly "@type": string;
  readonly name: string;
  /** ISO 8601 with the venue's offset. */
  readonly startDate: string;
  readonly url: string;
  readonly location: { readonly name: string };
  readonly offers: readonly PublishedOffer[];
};

export type PublishedOffer = {
  readonly name: string;
  readonly price: string;
  readonly priceCurrency: string;
  readonly availability: string;
};

/** An event on sale for money, and its dates. */
export type EventOnSale = {
  readonly event: ListedEvent & { readonly from: NonNullable<ListedEvent["from"]> };
  readonly dates: readonly PublishedDate[];
};

const STRUCTURED_DATA = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/;

export function openCatalogue({ request }: Page, env: Environment) {
  async function events(language: string = words.language): Promise<readonly ListedEvent[]> {
    const answer = await request.get(`/${language}/events.json`);
    if (!answer.ok()) throw new Error(`/${language}/events.json answered ${answer.status()}.`);
    return ((await answer.json()) as { readonly events: readonly ListedEvent[] }).events;
  }

  async function datesOf(eventId: number): Promise<readonly PublishedDate[]> {
    const html = await (await request.get(`/${words.language}/events/${eventId}`)).text();
    const [, data = "[]"] = STRUCTURED_DATA.exec(html) ?? [];
    return JSON.parse(data) as readonly PublishedDate[];
  }

  /**
   * Returns the listed events that sell tickets for money: E2E_EVENT, then the oldest first. Pages that are cached may not
   * show an event yet that another test has just created.
   */
  async function pricedEvents(): Promise<readonly EventOnSale["event"][]> {
    const priced = (await events()).filter((event): event is EventOnSale["event"] => isPriced(event));
    return priced.toSorted((a, b) => Number(b.id === env.event) - Number(a.id === env.event) || a.id - b.id);
  }

  return {
    events,
    datesOf,
    pricedEvents,

    /** Returns an event on sale. The test is skipped at a target without one whose dates are as the sentence `that` says. */
    async eventOnSale(
      that = "sells tickets for money",
      suits: (dates: readonly PublishedDate[]) => boolean = () => true,
    ): Promise<EventOnSale> {
      for (const event of await pricedEvents()) {
        const dates = await datesOf(event.id);
        if (dates.length > 0 && suits(dates)) return { event, dates };
      }
      return missing(that);
    },

    /**
     * Returns the oldest listed event of a group. The page of an event that another test has just put into a group may be cached
     * without its link. The test is skipped at a target without groups.
     */
    async eventInGroup(): Promise<ListedEvent> {
      const grouped = (await events()).filter(({ groups }) => groups.length > 0);
      return grouped.toSorted((a, b) => a.id - b.id)[0] ?? missing("belongs to a group");
    },
  };

  /** The sandbox of the suite has events of every sort, so there it throws. */
  function missing(what: string): never {
    const reason = `no listed event ${what}`;
    if (!isOwnSandbox(env)) test.info().skip(true, reason);
    throw new Error(reason);
  }
}

/** Returns whether tickets of an offer can be bought. */
export function isAvailable({ availability }: PublishedOffer): boolean {
  return /(InStock|LimitedAvailability)$/.test(availability);
}

function isPriced({ saleStatus, from }: ListedEvent): boolean {
  return saleStatus === "ON_SALE" && Number(from?.amount ?? 0) > 0;
}
