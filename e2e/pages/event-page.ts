import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Places } from "#e2e/support/places.ts";
import { assertNoWaitingRoom } from "#e2e/support/trouble.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text, like } = words;

type PlacesToTake = Pick<Places, "take">;

/** The shortest time after which a refused form may be sent again. */
const RETRY_AFTER_MS = 2_000;

/** For a page whose places the spec itself counts. */
const UNCOUNTED: PlacesToTake = { take: async () => {} };

/** The event page as a visitor sees it. It finds and acts; the spec decides what to expect. */
export function eventPage(page: Page, places: PlacesToTake = UNCOUNTED) {
  const group = (ticketType: string) => page.getByRole("group", { name: ticketType, exact: true });
  const anyMore = page.getByRole("button", { name: like("Event.picker.more") });
  const more = (ticketType: string) => group(ticketType).getByRole("button", { name: like("Event.picker.more") });
  const fewer = (ticketType: string) => group(ticketType).getByRole("button", { name: like("Event.picker.fewer") });
  const quantity = (ticketType: string) => group(ticketType).getByRole("textbox");
  const continueButton = page.getByRole("button", { name: text("Event.picker.reserve"), exact: true });

  const dates = page.locator('input[type="radio"][name="date"]:enabled');

  /** Chooses a date of several, the first by default, unless one is chosen. None is chosen for the visitor. */
  const chooseDate = async (id?: string): Promise<void> => {
    if ((await dates.and(page.locator(":checked")).count()) > 0) return;
    const wanted = id === undefined ? dates : dates.and(page.locator(`[value="${id}"]`));
    if ((await wanted.count()) > 0) await wanted.first().check({ force: true });
  };

  /** Returns the id of the chosen date; `undefined` where there is only one. */
  const chosenDate = (): Promise<string | undefined> =>
    dates.evaluateAll((inputs) => (inputs as HTMLInputElement[]).find(({ checked }) => checked)?.value);

  /** Opens the date that has this field, where each of several dates is folded. */
  const unfold = async (field: Locator): Promise<void> => {
    const folded = page.locator("details:not([open])").filter({ has: field });
    if ((await folded.count()) > 0) await folded.first().locator("summary").click();
  };

  /** Returns the number of tickets that the form would reserve, of every date. */
  const chosen = async (): Promise<number> => {
    const quantities = await page
      .locator('input[name^="qty."]')
      .evaluateAll((inputs) => inputs.map((input) => Number((input as HTMLInputElement).value)));
    return quantities.reduce((sum, quantity) => sum + quantity, 0);
  };

  const checkoutOpens = async (): Promise<void> => {
    await page.waitForURL(({ pathname }) => /\/(checkout|line)$/.test(pathname));
    assertNoWaitingRoom(new URL(page.url()).pathname, test.info());
  };

  const press = async (button: Locator): Promise<void> => {
    const answered = page.waitForEvent("framenavigated");
    await button.click();
    await answered;
    await page.waitForLoadState("domcontentloaded");
  };

  /** Presses Continue. A shop with many buyers refuses before it reserves, with the form again and a time to wait. */
  const continueWithoutScript = async (): Promise<void> => {
    const refused = page.getByRole("heading", { name: text("Event.picker.busyTitle"), exact: true });
    await press(continueButton);
    await expect(async () => {
      if (await refused.isVisible()) await press(page.getByRole("button", { name: text("Errors.retry"), exact: true }));
      expect(await refused.isVisible()).toBe(false);
    }).toPass({ intervals: [RETRY_AFTER_MS] });
  };

  return {
    group,
    chosen,
    chooseDate,
    chosenDate,
    unfold,
    continueWithoutScript,
    more,
    fewer,
    quantity,
    continueButton,
    /** The buttons that add a ticket; shown once they work. */
    anyMore,
    /** The buttons that add a ticket of any type that can be chosen. */
    available: anyMore.and(page.locator(":not([aria-disabled=true])")),
    /** Returns the total of the chosen tickets, such as "$95.00", with single spaces. */
    total: async () => {
      const amount = page.getByText(like("Event.picker.chosen")).locator("xpath=following-sibling::span[1]");
      return (await amount.innerText()).replaceAll(/\s/g, " ");
    },
    open: (eventId: number | string, query = "") => page.goto(`/${language}/events/${eventId}${query}`),
    choose: (ticketType: string, quantity: number) =>
      test.step(`Choose ${quantity} ${ticketType}`, async () => {
        await chooseDate();
        for (let n = 0; n < quantity; n++) await clickHydrated(more(ticketType));
      }),
    /** Reserves tickets in a browser without JavaScript. The page is then the checkout. */
    reserveWithoutScript: (eventId: number, ticketType: number, quantity: number) =>
      test.step(`Reserve ${quantity} tickets without JavaScript`, async () => {
        await page.goto(`/${language}/events/${eventId}`);
        await unfold(page.locator(`[name="qty.${ticketType}"]`));
        await page.locator(`[name="qty.${ticketType}"]:visible`).fill(`${quantity}`);
        await continueWithoutScript();
        await checkoutOpens();
      }),
    reserveTickets: () =>
      test.step("Reserve the tickets", async () => {
        // What a link chooses arrives by script, after the buttons work.
        await expect.poll(chosen).toBeGreaterThan(0);
        await places.take(await chosen(), eventOf(page.url()));
        await continueButton.click();
        await checkoutOpens();
      }),
  };
}

function eventOf(url: string): number | undefined {
  const [, event] = new URL(url).pathname.match(/\/events\/(\d+)/) ?? [];
  return event === undefined ? undefined : Number(event);
}
