import type { Page } from "@playwright/test";

export type Fields = Readonly<Record<string, string>>;

/** Parses HTML in a browser without loading it, so that no script of the page runs. */
export function pageForms(browser: Page) {
  return {
    /** Returns the fields and default values of the form that has this field. Throws when there is no such form. */
    fieldsWith: (html: string, field: string): Promise<Fields> =>
      browser.evaluate(
        ([html, field]) => {
          const page = new DOMParser().parseFromString(html ?? "", "text/html");
          const form = page.querySelector<HTMLFormElement>(`form:has([name="${field}"])`);
          if (form === null) throw new Error(`No form has ${field} on this page: ${page.title}`);
          return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
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
