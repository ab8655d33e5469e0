import { setTimeout as pause } from "node:timers/promises";
import { isManyBuy } from "#e2e/tools/many-buy.ts";
import { createVisitor, type Seen, TryLater } from "#e2e/tools/visitor.ts";

/** How a buyer reaches the shop. Each has a network of their own, since payments of one network are limited. */
export type Shop = {
  readonly origin: string;
  readonly ca: string;
  readonly network: string | (() => string);
  /** Called when a form is answered by the page "out of date". The buyer then goes on as that page says. */
  readonly onOutOfDate?: () => void;
  /** Called when nothing was reserved, since too many buy. The buyer then waits as long as they are asked to, and tries again. */
  readonly onRefused?: () => void;
  /** Resolves once the buyer has read a page. */
  readonly read?: () => Promise<void>;
  /**
   * Called when a page or a form got no answer, or one of 500 and more. Once it resolves the buyer opens the page again, and sends the
   * form if it is still there. Without it, and when it rejects, the purchase fails.
   */
  readonly onFault?: (fault: unknown, at: string) => Promise<void>;
};

/** A buyer whose tickets are reserved and whose details are given. */
export type Purchase = {
  /** Submits the card. Returns the page to which it leads. */
  readonly pay: (card: string) => Promise<Seen>;
  /** Does what a page without tickets asks for: gives the email, pays again, or opens again what is still being checked. */
  readonly goOn: (page: Seen, card: string) => Promise<Seen>;
};

/** How often a buyer fills in a form that was out of date. While two builds take turns, the page may come from either. */
const TRIES_MAX = 12;
const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Returns the path of the first event of the list that sells tickets, and has at least so many. Throws when there is none. */
export async function eventOnSale({ origin, ...from }: Shop, places = 1): Promise<string> {
  const visitor = createVisitor(from);
  const { html } = await visitor.open(new URL("/en", origin));
  for (const path of new Set(html.match(/\/en\/events\/\d+/g))) {
    const quantity = quantityIn(await visitor.open(new URL(path, origin)));
    if (quantity === undefined) continue;
    const availability = await visitor.open(new URL(path.replace("/en/events", "/api/availability"), origin));
    // The route of the storefront defines this shape. What has no limit names no number.
    const { tickets } = JSON.parse(availability.html) as { tickets: Record<string, { left?: number }> };
    if ((tickets[quantity.slice("qty.".length)]?.left ?? Number.POSITIVE_INFINITY) >= places) return path;
  }
  throw new Error(`No event of the list sells ${places} tickets.`);
}

/** Reserves one ticket as a buyer without JavaScript, and gives the details, up to the page with the card. */
export async function reachPayment(
  { origin, onOutOfDate, onRefused, read, onFault, ...from }: Shop,
  path: string,
): Promise<Purchase> {
  const visitor = createVisitor(from);
  async function open(url: URL): Promise<Seen> {
    for (;;)
      try {
        return await visitor.open(url);
      } catch (fault) {
        if (!onFault) throw fault;
        await onFault(fault, url.pathname);
      }
  }
  /** Sends a form. A page that no longer has the form says what came of it. */
  async function send(form: Seen, field: string, fill: Readonly<Record<string, string>>): Promise<Seen> {
    for (let page = form; ; )
      try {
        return await visitor.send(page, field, fill);
      } catch (fault) {
        if (!onFault || isFullNow(fault)) throw fault;
        await onFault(fault, form.url.pathname);
        page = await open(form.url);
        if (!page.html.includes(`name="${field}"`)) return page;
      }
  }
  async function submit(form: Seen, field: string, fill: Readonly<Record<string, string>>): Promise<Seen> {
    await read?.();
    let answer = await send(form, field, fill);
    for (let tries = 1; answer.url.pathname.endsWith("/out-of-date") && tries < TRIES_MAX; tries += 1) {
      onOutOfDate?.();
      answer = await send(await open(new URL(continueLink(answer), origin)), field, fill);
    }
    return answer;
  }

  const event = await open(new URL(path, origin));
  const quantity = quantityIn(event) ?? "";
  let details: Seen | undefined;
  for (let form = event; details === undefined; )
    details = await submit(form, quantity, { [quantity]: "1" }).catch(async (fault: unknown) => {
      if (!isFullNow(fault)) throw fault;
      onRefused?.();
      await pause(fault.seconds * 1_000);
      form = fault.page;
      return undefined;
    });
  if (details.url.pathname !== "/en/checkout") throw new Error(`No ticket was reserved: ${alertsIn(details)}`);
  const payment = await submit(details, "firstName", ADA);
  if (payment.url.pathname !== "/en/checkout/pay") throw new Error(`The details were refused: ${alertsIn(payment)}`);
  const card = (number: string) => ({ number, expiry: "12 / 34", code: "123", name: "Ada Lovelace" });
  return {
    pay: (number) => submit(payment, "number", card(number)),
    goOn: (page, number) => {
      const path = page.url.pathname;
      const [, next] = /http-equiv="refresh" content="\d+;url=([^"]+)"/i.exec(page.html) ?? [];
      if (next !== undefined) return open(new URL(next, origin));
      if (path.endsWith("/checkout/tickets")) return submit(page, "email", { email: ADA.email });
      return path.endsWith("/checkout/pay") ? submit(page, "number", card(number)) : open(page.url);
    },
  };
}

function isFullNow(fault: unknown): fault is TryLater {
  return fault instanceof TryLater && isManyBuy(fault.page.html);
}

/** Returns whether a page is the order page of a paid order. */
export function isPaid({ url, html }: Seen): boolean {
  return /^\/en\/sales\//.test(url.pathname) && html.includes("Paid");
}

/** Returns the text of the alerts of a page, for an error message. */
export function alertsIn({ url, html }: Seen): string {
  const alerts = [...html.matchAll(/role="alert"[^>]*>([\s\S]{0,600})/g)].map(([, text = ""]) => text);
  return `${url.pathname} ${alerts.join(" ").replaceAll(/<[^>]*>/g, " ")}`;
}

/** Returns the path to which the page "out of date" leads back. */
function continueLink({ html }: Seen): string {
  const [, path] =
    /<h1[^>]*>This page was open too long[\s\S]*?last step wasn’t carried out[\s\S]*?<a href="([^"]+)"/.exec(html) ??
    [];
  if (path === undefined) throw new Error("The page that says that a form was out of date leads nowhere.");
  return path;
}

function quantityIn({ html }: Seen): string | undefined {
  return /name="(qty\.\d+)"/.exec(html)?.[1];
}
