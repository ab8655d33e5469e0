import { setTimeout as pause } from "node:timers/promises";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { isAskedAgain } from "#e2e/tools/cookie-names.ts";
import { secondsToWait } from "#e2e/tools/many-buy.ts";
import type { Card, Environment } from "./target/env.ts";

/** A buyer without a first name has one name. */
export type BuyerInput = { readonly firstName: string; readonly lastName: string; readonly email: string };

/** The fields of a form in their order; a name may occur more than once. */
type Fields = readonly (readonly [name: string, value: string])[];

/** The answer to a posted form: the path of its redirect, or the text of the alert on the page that was returned instead. */
export type FormResult = { readonly path: string; readonly alert: string };

/** A page that times out on a busy machine is requested again. */
const ATTEMPTS_MAX = 5;

export type ScriptlessBuyer = ReturnType<typeof scriptlessBuyer>;

/**
 * Returns a buyer without JavaScript, with the cookies of `session`, who posts the forms of the pages as a browser would.
 * `browser` only parses the HTML.
 */
export function scriptlessBuyer(session: APIRequestContext, { address }: Environment, browser: Page, language = "en") {
  const forms = pageForms(browser);
  const headers = { Origin: address, "Sec-Fetch-Site": "same-origin" };

  async function open(path: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const page = await session.get(path);
      if (page.ok() || attempt === ATTEMPTS_MAX) return page.text();
    }
  }

  async function send(path: string, multipart: FormData): Promise<FormResult> {
    const response = await session.post(path, { headers, multipart, maxRedirects: 0 });
    const { location, "retry-after": retryAfter } = response.headers();
    const seconds = secondsToWait(response.status(), retryAfter, await response.text());
    if (seconds !== undefined) {
      await pause(seconds * 1_000);
      return send(path, multipart);
    }
    if (location !== undefined && isAskedAgain(response.status(), path, location)) return send(location, multipart);
    if (location !== undefined) return { path: new URL(location, address).pathname, alert: "" };
    return { path: "", alert: await alertOf(response) };
  }

  const alertOf = async (response: APIResponse) =>
    response.ok() ? forms.alertIn(await response.text()) : `status ${response.status()}`;

  return {
    /** Posts the form of the event page, or of one date: a long run has a page for each. */
    async reserve(eventId: number, ticketType: number, quantity: number, date?: string): Promise<FormResult> {
      const path = `/${language}/events/${eventId}${date === undefined ? "" : `/tickets?date=${date}`}`;
      const field = `qty.${ticketType}`;
      return send(path, filled(await forms.fieldsWith(await open(path), field), { [field]: String(quantity) }));
    },
    /** Posts the buyer's details, and answers no question of the promoter. */
    async giveDetails({ firstName, lastName, email }: BuyerInput): Promise<FormResult> {
      const path = `/${language}/checkout`;
      const form = await forms.fieldsWith(await open(path), "firstName");
      return send(path, filled(form, { firstName, lastName, email }));
    },
    /** Posts the card form `times` times concurrently. */
    async pay({ number, expiry, code, name }: Card, times = 1): Promise<readonly FormResult[]> {
      const path = `/${language}/checkout/pay`;
      const form = await forms.fieldsWith(await open(path), "number");
      const card = filled(form, { number, expiry, code, name });
      return Promise.all(Array.from({ length: times }, () => send(path, card)));
    },
    dispose: () => session.dispose(),
  };
}

/** Returns a form as it was served, with these fields filled in. */
function filled(form: Fields, typed: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of [...form.filter(([name]) => !(name in typed)), ...Object.entries(typed)])
    data.append(name, value);
  return data;
}

/** Parses HTML in a browser without loading it, so that no script of the page runs. */
function pageForms(browser: Page) {
  return {
    /** Returns the fields and default values of the form that has this field. Throws when there is no such form. */
    fieldsWith: (html: string, field: string): Promise<Fields> =>
      browser.evaluate(
        ([html, field]) => {
          const page = new DOMParser().parseFromString(html ?? "", "text/html");
          const form = page.querySelector<HTMLFormElement>(`form:has([name="${field}"])`);
          if (form === null) throw new Error(`No form has ${field} on this page: ${page.title}`);
          return [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
        },
        [html, field],
      ),

    /** Returns the text of the first alert that is shown, or an empty string. */
    alertIn: (html: string): Promise<string> =>
      browser.evaluate((html) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        return page.querySelector('[role="alert"]:not([hidden])')?.textContent ?? "";
      }, html),
  };
}
