import type { APIRequest, APIResponse, Page } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { type Fields, pageForms } from "./page-forms.ts";
import type { Environment } from "./target/env.ts";

/** The answer to a posted form: the path of its redirect, or the text of the alert on the page that was returned instead. */
export type FormResult = { readonly path: string; readonly alert: string };

/** A page that times out on a busy machine is requested again. */
const ATTEMPTS_MAX = 5;

export type ScriptlessBuyer = {
  /** Posts the form of the event page. */
  readonly reserve: (eventId: number, ticketType: number, quantity: number) => Promise<FormResult>;
  /** Posts the buyer's details, then posts the card form `times` times concurrently. */
  readonly pay: (card: string, times: number) => Promise<readonly FormResult[]>;
  readonly dispose: () => Promise<void>;
};

/**
 * Returns a factory of buyers without JavaScript. Each has its own cookies and client address, and posts the forms of the
 * pages as a browser would. `browser` only parses the HTML.
 */
export function scriptlessBuyers(env: Environment, request: APIRequest, browser: Page) {
  const forms = pageForms(browser);

  return async (at: number): Promise<ScriptlessBuyer> => {
    const extraHTTPHeaders = { "X-Forwarded-For": `172.${16 + (at >> 8)}.${at & 255}.1` };
    const session = await request.newContext({ baseURL: env.address, extraHTTPHeaders });
    const headers = { Origin: env.address, "Sec-Fetch-Site": "same-origin" };

    const open = async (path: string): Promise<string> => {
      for (let attempt = 1; ; attempt += 1) {
        const page = await session.get(path);
        if (page.ok() || attempt === ATTEMPTS_MAX) return page.text();
      }
    };
    const send = async (path: string, multipart: Fields): Promise<FormResult> => {
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
        const submitted = await send("/en/checkout", { ...details, ...ADA });
        if (submitted.path !== "/en/checkout/pay") throw new Error(`The details were refused: ${submitted.alert}`);
        const form = await forms.fieldsWith(await open(submitted.path), "number");
        const filled = { ...form, number: card, expiry: "12 / 34", code: "123", name: "Ada Lovelace" };
        return Promise.all(Array.from({ length: times }, () => send(submitted.path, filled)));
      },
      dispose: () => session.dispose(),
    };
  };
}
