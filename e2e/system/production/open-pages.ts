import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, expect, type Page } from "@playwright/test";
import { alertsIn, isPaid, reachPayment, type Shop } from "#e2e/tools/purchase.ts";
import { installedBrowser } from "#scripts/testing/find-browser.ts";

const DETAILS = { "First name": "Ada", "Last name": "Lovelace", Email: "ada@example.com" };
const CARD = { Expiry: "12 / 34", "Security code": "123", "Name on card": "Ada Lovelace" };
const GOOD_NUMBER = "4111 1111 1111 1111";
const DECLINED_NUMBER = "4111 1111 1111 1103";
const OUT_OF_DATE = /This page is out of date/;
/** A slow machine may take so long from a reload to its script. */
const RESTORE_MS = 30_000;

/** Opens pages of the running build in a browser, and types into their forms. They are submitted once another build runs. */
export async function openPages(origin: string, eventPath: string) {
  const executablePath = installedBrowser(process.execPath);
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  const opened = { baseURL: origin, ignoreHTTPSErrors: true };

  /** Reserves a ticket in a visit of its own. */
  async function atDetails(javaScriptEnabled = true): Promise<Page> {
    const context = await browser.newContext({ ...opened, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(eventPath);
    if (javaScriptEnabled) {
      const night = page.locator('[name="date"]:enabled').first();
      if ((await night.count()) > 0) await night.check({ force: true });
      const more = page.getByRole("button", { name: /^One more/ }).and(page.locator(":not([aria-disabled=true])"));
      await more.first().click();
      await expect(page.locator('[name^="qty."][value="1"]')).toHaveCount(1);
    } else {
      // Without script a long run has a page for each date.
      const date = page.locator('a[href*="/tickets?date="]').first();
      if ((await date.count()) > 0) await date.click();
      const folded = page.locator('details:not([open]):has([name^="qty."]) > summary').first();
      if ((await folded.count()) > 0) await folded.click();
      await page.locator('[name^="qty."]:visible').first().fill("1");
    }
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.waitForURL(/\/checkout$/);
    return page;
  }

  async function atPayment(number: string): Promise<Page> {
    const page = await atDetails();
    await type(page, DETAILS);
    await page.getByRole("button", { name: "Go to payment" }).click();
    await page.waitForURL(/\/checkout\/pay$/);
    await type(page, { "Card number": number, ...CARD });
    return page;
  }

  const details = await atDetails();
  await type(details, DETAILS);
  const withoutScript = await atDetails(false);
  await type(withoutScript, DETAILS);
  const [paying, declined] = [await atPayment(GOOD_NUMBER), await atPayment(DECLINED_NUMBER)];

  return {
    /** Submits the details: the page is out of date, keeps what was typed, and has it again after its reload. */
    async submitDetails(): Promise<void> {
      await details.getByRole("button", { name: "Go to payment" }).click();
      const alert = details.getByRole("alert").filter({ hasText: OUT_OF_DATE });
      await alert.waitFor();
      await hasDetails(details);
      await alert.getByRole("button", { name: "Refresh" }).click();
      await alert.waitFor({ state: "hidden" });
      await hasDetails(details);
      await details.getByRole("button", { name: "Go to payment" }).click();
      await details.waitForURL(/\/checkout\/pay$/);
    },

    /** Pays on the page of the build before: its action is the same. */
    async pay(): Promise<void> {
      await paying.getByRole("button", { name: /^Pay / }).click();
      await paying.waitForURL(/\/sales\//);
      await paying.getByText("Paid").first().waitFor();
    },

    /** The card is declined: the buyer reads it, and no storage has the card. */
    async decline(): Promise<void> {
      await declined.getByRole("button", { name: /^Pay / }).click();
      await declined.getByRole("alert").filter({ hasText: "You have not been charged" }).waitFor();
      const stored = await declined.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      assert.doesNotMatch(stored.replaceAll(/\D/g, ""), /4111111111111103/);
    },

    /** A browser without script goes on from the page "out of date". */
    async submitWithoutScript(): Promise<void> {
      await withoutScript.getByRole("button", { name: "Go to payment" }).click();
      await withoutScript.getByRole("heading", { name: "This page was open too long" }).waitFor();
      await withoutScript.getByText("your last step wasn’t carried out").waitFor();
      await withoutScript.getByRole("link", { name: "Go back" }).click();
      await withoutScript.waitForURL(/\/checkout$/);
      await type(withoutScript, DETAILS);
      await withoutScript.getByRole("button", { name: "Go to payment" }).click();
      await withoutScript.waitForURL(/\/checkout\/pay$/);
    },

    close: () => browser.close(),
  };
}

async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

/** After a load the page's script puts back what was typed, so this waits for it. */
async function hasDetails(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(DETAILS))
    await expect(page.getByLabel(label, { exact: true }), label).toHaveValue(value, { timeout: RESTORE_MS });
}

const POLL_MS = 50;
/** The service allows five payments with a card in ten minutes. */
const TIMES = 5;
/** Three cards for each of three buyers. A browser pays with others. */
const GOOD_CARDS = [
  ["4111 1111 1111 1202", "4111 1111 1111 1509", "4111 1111 1111 1517"],
  ["4111 1111 1111 1525", "4111 1111 1111 1608", "4111 1111 1111 1707"],
  ["4111 1111 1111 1715", "4111 1111 1111 1723", "4111 1111 1111 1731"],
];
/** The processor answers it after 8 s, so that some payment is always under way. */
export const SLOW_CARD = "4111 1111 1111 1301";
/** The cards of four buyers, one for each purchase. One payment with the slow card remains. */
export const CARDS_OF_BUYERS = [
  ...GOOD_CARDS.map((own) => own.flatMap((card) => Array<string>(TIMES).fill(card))),
  Array<string>(TIMES - 1).fill(SLOW_CARD),
];
/** How long a buyer reads a page: most pages are still open when a program is replaced. */
const READ_MS = 1_500;

/** What the buyers of a sale have met. */
export type SaleReport = {
  /** Purchases that were begun. */
  begun: number;
  /** Purchases that ended on the page of a paid order. */
  paid: number;
  /** Forms that another build answered with its page "out of date", after which the buyer filled them in again. */
  outOfDate: number;
  /** Why a purchase did not end so. */
  readonly failures: string[];
};

type Sale = {
  readonly shop: Omit<Shop, "network">;
  /** The path of the event. */
  readonly path: string;
  /** The cards of each buyer, one for each purchase: the service allows few payments with one card. */
  readonly cards: readonly (readonly string[])[];
  /** Whether each request of a buyer comes from another network, as of a phone on a train: the edge asks either storefront. */
  readonly roams?: boolean;
};

/**
 * Lets buyers without JavaScript buy one ticket after another, each purchase from a network of its own, until `end` is
 * called or their cards are used up. Each finishes the purchase that it has begun.
 */
export function startSale({ shop, path, cards, roams = false }: Sale) {
  const report: SaleReport = { begun: 0, paid: 0, outOfDate: 0, failures: [] };
  let isOver = false;
  let requests = 0;
  const nextNetwork = () => {
    requests += 1;
    return `198.18.${requests % 256}.${Math.floor(requests / 256)}`;
  };

  async function buy(card: string): Promise<void> {
    report.begun += 1;
    const own = `198.51.${100 + Math.floor(report.begun / 250)}.${report.begun % 250}`;
    const network = roams ? nextNetwork : own;
    const onOutOfDate = () => {
      report.outOfDate += 1;
    };
    try {
      const end = await (await reachPayment({ ...shop, network, onOutOfDate, read: () => pause(READ_MS) }, path)).pay(
        card,
      );
      if (!isPaid(end)) throw new Error(`A payment led to ${alertsIn(end)}`);
      report.paid += 1;
    } catch (error) {
      report.failures.push(String(error));
    }
  }

  let buying = cards.length;
  const buyers = cards.map(async (own) => {
    for (const card of own) if (!isOver) await buy(card);
    buying -= 1;
  });

  return {
    report,
    /** Resolves once so many more purchases have ended. Throws when the buyers have no cards left. */
    async more(purchases: number): Promise<void> {
      const ended = () => report.paid + report.failures.length;
      for (const until = ended() + purchases; ended() < until; ) {
        if (buying === 0) throw new Error(`The sale ended early: ${JSON.stringify(report)}`);
        await pause(POLL_MS);
      }
    },
    async end(): Promise<SaleReport> {
      isOver = true;
      await Promise.all(buyers);
      return report;
    },
  };
}
