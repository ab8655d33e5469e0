import type { APIRequest, APIResponse, Page } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import type { Environment } from "./env.ts";
import { type Fields, pageForms } from "./page-forms.ts";

/** `path` is where the storefront led the buyer; `alert` is what the page said where it led nowhere. */
export type Led = { readonly path: string; readonly alert: string };

/** A page that a busy machine could not show says "Try again". */
const OPENED_MAX = 5;

export type ScriptlessBuyer = {
  /** Sends the form of the event's page. */
  readonly reserve: (eventId: number, ticketType: number, quantity: number) => Promise<Led>;
  /** Sends the buyer's details, and then the form of the card so many times at once. */
  readonly pay: (card: string, times: number) => Promise<readonly Led[]>;
  readonly leave: () => Promise<void>;
};

/**
 * Buyers with cookies and a network of their own each, who send the forms of the pages as a browser without script does.
 * `browser` only reads what arrived.
 */
export function scriptlessBuyers(env: Environment, request: APIRequest, browser: Page) {
  const forms = pageForms(browser);

  return async (at: number): Promise<ScriptlessBuyer> => {
    const extraHTTPHeaders = { "X-Forwarded-For": `172.${16 + (at >> 8)}.${at & 255}.1` };
    const session = await request.newContext({ baseURL: env.address, extraHTTPHeaders });
    const headers = { Origin: env.address, "Sec-Fetch-Site": "same-origin" };

    const open = async (path: string): Promise<string> => {
      for (let opened = 1; ; opened += 1) {
        const page = await session.get(path);
        if (page.ok() || opened === OPENED_MAX) return page.text();
      }
    };
    const send = async (path: string, multipart: Fields): Promise<Led> => {
      const response = await session.post(path, { headers, multipart: { ...multipart }, maxRedirects: 0 });
      const location = response.headers().location;
      if (location !== undefined) return { path: new URL(location, env.address).pathname, alert: "" };
      return { path: "", alert: await alertOf(response) };
    };
    const alertOf = async (response: APIResponse) =>
      response.ok() ? forms.alertIn(await response.text()) : `status ${response.status()}`;

    return {
      async reserve(eventId, ticketType, quantity) {
        const path = `/en/events/${eventId}`;
        const field = `qty.${ticketType}`;
        return send(path, { ...(await forms.fieldsWith(await open(path), field)), [field]: String(quantity) });
      },
      async pay(card, times) {
        const details = await forms.fieldsWith(await open("/en/checkout"), "firstName");
        const given = await send("/en/checkout", { ...details, ...ADA });
        if (given.path !== "/en/checkout/pay") throw new Error(`The details were refused: ${given.alert}`);
        const form = await forms.fieldsWith(await open(given.path), "number");
        const typed = { ...form, number: card, expiry: "12 / 34", code: "123", name: "Ada Lovelace" };
        return Promise.all(Array.from({ length: times }, () => send(given.path, typed)));
      },
      leave: () => session.dispose(),
    };
  };
}
