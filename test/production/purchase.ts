import { createVisitor, type Seen } from "#bench/visitor.ts";

/** How a buyer reaches the shop. Each has a network of their own, since payments of one network are limited. */
export type Shop = { readonly origin: string; readonly ca: string; readonly network: string };

/** A buyer whose tickets are reserved and whose details are given. */
export type Purchase = {
  /** Submits the card. Returns the page to which it leads. */
  readonly pay: (card: string) => Promise<Seen>;
};

const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Returns the path of the first event of the list that sells tickets. Throws when there is none. */
export async function eventOnSale({ origin, ...from }: Shop): Promise<string> {
  const visitor = createVisitor(from);
  const { html } = await visitor.open(new URL("/en", origin));
  for (const path of new Set(html.match(/\/en\/events\/\d+/g)))
    if (quantityIn(await visitor.open(new URL(path, origin))) !== undefined) return path;
  throw new Error("No event of the list is on sale.");
}

/** Reserves one ticket as a buyer without JavaScript, and gives the details, up to the page with the card. */
export async function reachPayment({ origin, ...from }: Shop, path: string): Promise<Purchase> {
  const visitor = createVisitor(from);
  const event = await visitor.open(new URL(path, origin));
  const quantity = quantityIn(event) ?? "";
  const details = await visitor.send(event, quantity, { [quantity]: "1" });
  if (details.url.pathname !== "/en/checkout") throw new Error(`No ticket was reserved: ${alertsIn(details)}`);
  const payment = await visitor.send(details, "firstName", ADA);
  if (payment.url.pathname !== "/en/checkout/pay") throw new Error(`The details were refused: ${alertsIn(payment)}`);
  const card = (number: string) => ({ number, expiry: "12 / 34", code: "123", name: "Ada Lovelace" });
  return { pay: (number) => visitor.send(payment, "number", card(number)) };
}

/** Returns whether a page is the order page of a paid order. */
export function isPaid({ url, html }: Seen): boolean {
  return /^\/en\/sales\//.test(url.pathname) && html.includes("Paid");
}

/** Returns the text of the alerts of a page, for an error message. */
function alertsIn({ url, html }: Seen): string {
  const alerts = [...html.matchAll(/role="alert"[^>]*>([\s\S]{0,600})/g)].map(([, text = ""]) => text);
  return `${url.pathname} ${alerts.join(" ").replaceAll(/<[^>]*>/g, " ")}`;
}

function quantityIn({ html }: Seen): string | undefined {
  return /name="(qty\.\d+)"/.exec(html)?.[1];
}
