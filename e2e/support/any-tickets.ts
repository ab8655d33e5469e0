import { expect, type Locator, type Page, test } from "@playwright/test";
import type { eventPage } from "#e2e/pages/event-page.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";
import { type Catalogue, isAvailable } from "./catalogue.ts";
import type { Places } from "./places.ts";
import { scriptlessBuyer } from "./scriptless-buyer.ts";
import type { OnSale, ServiceClient } from "./service-client.ts";
import { type Environment, isOwnSandbox } from "./target/env.ts";
import { annotate, assertNoWaitingRoom } from "./trouble.ts";
import { words } from "./words.ts";

/** Finds or creates tickets that a test may reserve, whatever the target sells. */
export type AnyTickets = ReturnType<typeof openAnyTickets>;

/** A ticket type on the open event page. */
export type FoundTickets = {
  readonly eventId: number;
  readonly eventName: string;
  readonly ticketType: string;
  /** The ticket type's row, with its quantity and its buttons. */
  readonly row: Locator;
};

type Needs = {
  readonly page: Page;
  readonly env: Environment;
  readonly event: ReturnType<typeof eventPage>;
  readonly catalogue: Catalogue;
  readonly places: Places;
  /** Creates the event. Without it, one that is on sale is found. */
  readonly serviceClient: ServiceClient | undefined;
  readonly uniqueName: (name: string) => string;
};

type Candidate = { readonly id: number; readonly name: string };

type FindOptions = {
  /** Finds tickets of another event than these, in the same currency. */
  readonly besides?: readonly FoundTickets[];
};

/** The event that had places at the last search of this worker, so that each test does not search again. */
let lastFound: number | undefined;

export function openAnyTickets({ page, env, event, catalogue, places, serviceClient, uniqueName }: Needs) {
  const candidates = (besides: readonly FoundTickets[] = []): Promise<readonly Candidate[]> =>
    serviceClient === undefined ? eventsOnSale(catalogue, env, besides) : ownEvent(serviceClient, besides.length);

  async function ownEvent(service: ServiceClient, others: number): Promise<readonly Candidate[]> {
    const { eventId, name } = await putOnSale(service, others);
    return [{ id: eventId, name }];
  }

  const putOnSale = (service: ServiceClient, others: number): Promise<OnSale> =>
    service.putOnSale({ name: uniqueName(others === 0 ? "An evening out" : `Evening ${others + 1}`) });

  /** Reserves by form: clicks take several times as long, and other tests cover them. */
  async function reserveOwn(service: ServiceClient, quantity: number, others: number): Promise<FoundTickets> {
    const onSale = await putOnSale(service, others);
    await reserveByForm({ page, env, places }, onSale.eventId, onSale.ticketTypeIds[0]?.[0] ?? 0, quantity);
    const ticketType = "General admission";
    const row = page.getByRole("group", { name: ticketType, exact: true }).last();
    return { eventId: onSale.eventId, eventName: onSale.name, ticketType, row };
  }

  const heading = page.getByRole("heading", { level: 1 });

  /** Opens events until one has a ticket type that takes `quantity`, which `take` tries. */
  async function find(
    quantity: number,
    take: (tickets: FoundTickets) => Promise<boolean>,
    { besides = [] }: FindOptions = {},
  ): Promise<FoundTickets> {
    for (const { id, name } of await candidates(besides)) {
      await event.open(id);
      const date = (await catalogue.datesOf(id)).find(({ offers }) => offers.some(isAvailable));
      await event.chooseDate(date && (new URL(date.url).searchParams.get("date") ?? undefined));
      const field = page.getByRole("main").locator('input[name^="qty."]').first();
      if ((await field.count()) > 0) await expect(event.anyMore.first()).toBeVisible();
      const labels = await event.available.evaluateAll((buttons) => buttons.map((one) => one.ariaLabel ?? ""));
      for (const label of labels) {
        const ticketType = words.valueIn("Event.picker.more", label);
        const more = page.getByRole("button", { name: label, exact: true });
        // Two sections may have a ticket type of one name.
        const row = page.getByRole("group").filter({ has: more }).last();
        const found = { eventId: id, eventName: name || (await heading.innerText()), ticketType, row };
        if (!(await take(found))) continue;
        lastFound = id;
        return found;
      }
    }
    return noneFound(quantity, besides);
  }

  /** Skips a test that needs a further event, since another target may sell only one. Otherwise throws. */
  function noneFound(quantity: number, besides: readonly FoundTickets[]): never {
    if (besides.length > 0 && !isOwnSandbox(env)) test.info().skip(true, "no other listed event has that currency");
    const source = env.event === undefined ? "No listed event" : `E2E_EVENT=${env.event}`;
    const what = `${source} has ${quantity} tickets of one type on sale: name one that has with E2E_EVENT.`;
    annotate(test.info(), what);
    throw new Error(what);
  }

  async function takesQuantity({ row, ticketType }: FoundTickets, quantity: number): Promise<boolean> {
    const more = row.getByRole("button", { name: words.text("Event.picker.more", { name: ticketType }), exact: true });
    for (let n = 0; n < quantity; n++) await clickHydrated(more);
    if ((await quantityIn(row)) === quantity) return true;
    await chooseNone(row);
    return false;
  }

  async function chooseNone(row: Locator): Promise<void> {
    const fewer = row.getByRole("button", { name: words.like("Event.picker.fewer") });
    while ((await fewer.getAttribute("aria-disabled")) !== "true") await fewer.click();
  }

  async function open(quantity: number): Promise<FoundTickets> {
    if (quantity === 1) return find(1, async () => true);
    const found = await choose(quantity);
    await chooseNone(found.row);
    return found;
  }

  const choose = (quantity = 1, options: FindOptions = {}): Promise<FoundTickets> =>
    test.step(`Find and choose ${quantity} tickets`, () =>
      find(quantity, (found) => takesQuantity(found, quantity), options));

  /** Uses the first quantity field of the open page. A long run has a page for each date. */
  async function reservesWithoutScript(quantity: number): Promise<boolean> {
    const main = page.getByRole("main");
    const field = main.locator('input[name^="qty."]:visible').first();
    const date = main.locator('a[href*="/tickets?date="]').first();
    if ((await field.count()) === 0 && (await date.count()) > 0) {
      await date.click();
      await page.waitForURL(/\/tickets\?date=/);
    }
    await event.unfold(main.locator('input[name^="qty."]'));
    if ((await field.count()) === 0) return false;
    await field.fill(`${quantity}`);
    await event.continueWithoutScript();
    assertNoWaitingRoom(new URL(page.url()).pathname, test.info());
    return /\/checkout$/.test(new URL(page.url()).pathname);
  }

  return {
    /** Opens the page of an event that sells `quantity` tickets of one type. Nothing is chosen. */
    open: (quantity = 1): Promise<FoundTickets> => test.step("Find tickets on sale", () => open(quantity)),
    /** Opens such a page and chooses `quantity` tickets of one type. */
    choose,
    /** Reserves `quantity` tickets of one type. The page is then the checkout. */
    async reserve(quantity = 1, options: FindOptions = {}): Promise<FoundTickets> {
      if (serviceClient !== undefined) return reserveOwn(serviceClient, quantity, options.besides?.length ?? 0);
      const found = await choose(quantity, options);
      const field = await found.row.locator('input[name^="qty."]').first().getAttribute("name");
      const date = await event.chosenDate();
      await reserveByForm({ page, env, places }, found.eventId, Number(field?.split(".")[1]), quantity, date);
      return found;
    },
    /** Reserves `quantity` tickets of one type in a browser without JavaScript. The page is then the checkout. */
    reserveWithoutScript: (quantity = 1): Promise<void> =>
      test.step(`Find and reserve ${quantity} tickets without JavaScript`, async () => {
        const events = await candidates();
        await places.take(quantity, events[0]?.id);
        for (const { id } of events) {
          await event.open(id);
          if (!(await reservesWithoutScript(quantity))) continue;
          lastFound = id;
          return;
        }
        noneFound(quantity, []);
      }),
  };
}

/** Reserves tickets by the form of the event page, which the browser does not open. The page is then the checkout. */
export async function reserveByForm(
  { page, env, places }: Pick<Needs, "page" | "env" | "places">,
  eventId: number,
  ticketType: number,
  quantity: number,
  date?: string,
): Promise<void> {
  await places.take(quantity, eventId);
  const buyer = scriptlessBuyer(page.request, env, page, words.language);
  const { path, alert } = await buyer.reserve(eventId, ticketType, quantity, date);
  assertNoWaitingRoom(path, test.info());
  if (!path.endsWith("/checkout")) throw new Error(`The tickets were not reserved: ${path} ${alert}`);
  await page.goto(path);
}

export async function quantityIn(row: Locator): Promise<number> {
  return Number(await row.getByRole("textbox").inputValue());
}

/**
 * Returns the listed events that sell tickets for money, the one that had places at the last search first. With events
 * `besides`, returns others, in the currency of the first of these. Without them, returns E2E_EVENT alone if it is set; its
 * name is read from its page.
 */
async function eventsOnSale(
  catalogue: Catalogue,
  env: Environment,
  besides: readonly FoundTickets[],
): Promise<readonly Candidate[]> {
  if (env.event !== undefined && besides.length === 0) return [{ id: env.event, name: "" }];
  const events = await catalogue.pricedEvents();
  const currency = events.find(({ id }) => id === besides[0]?.eventId)?.from.currency;
  return events
    .filter(({ id, name }) => !besides.some(({ eventId, eventName }) => eventId === id || eventName === name))
    .filter(({ from }) => currency === undefined || from.currency === currency)
    .toSorted((a, b) => Number(b.id === lastFound) - Number(a.id === lastFound));
}
