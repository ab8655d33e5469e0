import type { Environment } from "#e2e/support/target/env.ts";
import { openStorefront } from "#e2e/support/target/storefront.ts";
import { wordsOf } from "#e2e/support/words.ts";
import { formWithButton } from "./html-forms.ts";
import { multipartOf } from "./multipart.ts";

/** What is in the cart of a session after an attempt to release it. */
export type ReleaseResult =
  | { readonly cart: "released" }
  /** Nothing is reserved or paid: the reservation expired, or a test released it. */
  | { readonly cart: "empty" }
  | { readonly cart: "paid"; readonly order: string | undefined }
  | { readonly cart: "left"; readonly why: string; readonly until?: string };

/** The cookie that holds the visitor's reservations. */
export const VISIT_COOKIE = "__Host-foyer";

export type CartSession = ReturnType<typeof openCartSession>;

/** Opens a visitor's session with its cookies, as a browser without script, through the storefront alone. */
export function openCartSession(env: Environment, cookie: string, language = env.language) {
  const storefront = openStorefront(env);
  const words = wordsOf(language);
  const jar = new Map(
    cookie.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );

  async function get(path: string) {
    return keepCookies(await storefront.fetch(path, { headers: { Cookie: cookies() } }));
  }

  async function post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const { body, contentType } = multipartOf(fields);
    const headers = {
      Cookie: cookies(),
      "Content-Type": contentType,
      Origin: new URL(env.address).origin,
      "Sec-Fetch-Site": "same-origin",
    };
    keepCookies(await storefront.fetch(path, { method: "POST", headers, body }));
  }

  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  function keepCookies<Answer extends { readonly headers: Pick<Headers, "getSetCookie"> }>(answer: Answer): Answer {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Returns the number of reserved places that are not paid. */
  async function count(): Promise<number> {
    if (!jar.has(VISIT_COOKIE)) return 0;
    const answer = await get("/api/open-cart");
    if (!answer.ok) throw new Error(`/api/open-cart answered ${answer.status}.`);
    const { cart } = (await answer.json()) as { cart?: { count: number } | null };
    return cart?.count ?? 0;
  }

  /** Returns where the checkout leads: to the tickets of a paid cart, or to the page of a payment without an answer. */
  async function checkoutLeadsTo(): Promise<string> {
    const location = (await get(`/${language}/checkout`)).headers.get("location");
    return location === null ? "" : new URL(location, env.address).pathname;
  }

  /** Returns the number of the order on this page, such as `/en/sales/…`. */
  async function orderOn(path: string): Promise<string | undefined> {
    const html = await (await get(path)).text();
    const [before = "", after = ""] = words.text("Sale.order", { reference: "\0" }).split("\0");
    const from = html.indexOf(`>${before}`);
    if (from < 0) return undefined;
    const [number] = html.slice(from + 1 + before.length).split(after || /[<·]/u);
    return number?.trim();
  }

  async function release(): Promise<ReleaseResult> {
    if ((await count()) === 0) return withoutCart();
    const html = await (await get(`/${language}/cart`)).text();
    const form = formWithButton(html, words.text("Cart.releaseConfirm"));
    if (form !== undefined) await post(`/${language}/cart`, form);
    if ((await count()) === 0) return form === undefined ? withoutCart() : { cart: "released" };
    const [, until] = html.match(/expiresAt\\?":\\?"([^"\\]+)/) ?? [];
    const why = form === undefined ? "the cart page has no button to empty it" : "the storefront did not release it";
    return { cart: "left", why, ...(until !== undefined && { until }) };
  }

  async function withoutCart(): Promise<ReleaseResult> {
    if (!jar.has(VISIT_COOKIE)) return { cart: "empty" };
    const path = await checkoutLeadsTo();
    if (path.includes("/sales/")) return { cart: "paid", order: await orderOn(path) };
    if (path.endsWith("/pay/checking")) return { cart: "left", why: "its payment has no answer yet" };
    if (path.endsWith("/checkout/tickets")) return { cart: "paid", order: undefined };
    if (path.endsWith("/checkout/receipt")) return { cart: "left", why: "a part of it is paid" };
    return { cart: "empty" };
  }

  return {
    count,
    orderOn,
    /** Empties the cart, and returns what became of it. A second call does no harm. */
    release,
  };
}
