import { expect, type Locator, type Page, test } from "@playwright/test";
import { clickHydrated } from "#e2e/pages/click-hydrated.ts";
import type { eventPage } from "#e2e/pages/event-page.ts";
import { recordTrouble } from "./collect-trouble.ts";
import type { Places } from "./places.ts";
import type { ServiceClient } from "./service-client.ts";
import type { Environment } from "./target/env.ts";
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
  readonly places: Places;
  /** Creates the event. Without it, one that is on sale is found. */
  readonly serviceClient: ServiceClient | undefined;
  readonly uniqueName: (name: string) => string;
};

type Candidate = { readonly id: number; readonly name: string };
type Listed = Candidate & { readonly saleStatus: string; readonly from?: { readonly amount: string } };

/** The event that had places at the last search of this worker, so that each test does not search again. */
let lastFound: number | undefined;

export function openAnyTickets({ page, env, event, places, serviceClient, uniqueName }: Needs) {
  const candidates = (): Promise<readonly Candidate[]> =>
    serviceClient === undefined ? eventsOnSale(page, env) : ownEvent(serviceClient);

  async function ownEvent(service: ServiceClient): Promise<readonly Candidate[]> {
    const { eventId, name } = await service.putOnSale({ name: uniqueName("An evening out") });
    return [{ id: eventId, name }];
  }

  /** Opens events until one has a ticket type that takes `quantity`, which `take` tries. */
  async function find(quantity: number, take: (tickets: FoundTickets) => Promise<boolean>): Promise<FoundTickets> {
    for (const { id, name } of await candidates()) {
      await event.open(id);
      const labels = await event.available.evaluateAll((buttons) => buttons.map((one) => one.ariaLabel ?? ""));
      for (const label of labels) {
        const ticketType = words.valueIn("Event.picker.more", label);
        const more = page.getByRole("button", { name: label, exact: true });
        // Two sections may have a ticket type of one name.
        const row = page.getByRole("group").filter({ has: more }).last();
        const found = { eventId: id, eventName: name, ticketType, row };
        if (!(await take(found))) continue;
        lastFound = id;
        return found;
      }
    }
    const source = env.event === undefined ? "No listed event" : `E2E_EVENT=${env.event}`;
    const what = `${source} has ${quantity} tickets of one type on sale: name one that has with E2E_EVENT.`;
    recordTrouble({ at: new Date().toISOString(), what });
    throw new Error(what);
  }

  async function takesQuantity({ row, ticketType }: FoundTickets, quantity: number): Promise<boolean> {
    const more = row.getByRole("button", { name: words.text("Event.picker.more", { name: ticketType }), exact: true });
    for (let n = 0; n < quantity; n++) await clickHydrated(more);
    if ((await quantityIn(row)) === quantity) return true;
    const fewer = row.getByRole("button", { name: words.like("Event.picker.fewer") });
    while ((await fewer.getAttribute("aria-disabled")) !== "true") await fewer.click();
    return false;
  }

  const choose = (quantity = 1): Promise<FoundTickets> =>
    test.step(`Find and choose ${quantity} tickets`, () => find(quantity, (found) => takesQuantity(found, quantity)));

  return {
    /** Opens the page of an event with tickets on sale. Nothing is chosen. */
    open: (): Promise<FoundTickets> => test.step("Find tickets on sale", () => find(1, async () => true)),
    /** Opens such a page and chooses `quantity` tickets of one type. */
    choose,
    /** Reserves `quantity` tickets of one type. The page is then the checkout. */
    async reserve(quantity = 1): Promise<FoundTickets> {
      const found = await choose(quantity);
      await places.take(quantity);
      await event.reserveTickets();
      await places.reserved();
      return found;
    },
  };
}

export async function quantityIn(row: Locator): Promise<number> {
  const shown = row.getByText(/^\d+$/);
  await expect(shown).toBeVisible();
  return Number(await shown.innerText());
}

/** Returns the listed events that sell tickets for money, the one that had places at the last search first. */
async function eventsOnSale(page: Page, env: Environment): Promise<readonly Candidate[]> {
  const answer = await page.request.get(`/${words.language}/events.json`);
  const { events = [] } = answer.ok() ? ((await answer.json()) as { events?: readonly Listed[] }) : {};
  if (env.event !== undefined) {
    return [{ id: env.event, name: events.find(({ id }) => id === env.event)?.name ?? "" }];
  }
  return events
    .filter(({ saleStatus, from }) => saleStatus === "ON_SALE" && Number(from?.amount) > 0)
    .toSorted((a, b) => Number(b.id === lastFound) - Number(a.id === lastFound));
}
