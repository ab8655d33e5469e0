import type { Page } from "@playwright/test";

export type Fields = Readonly<Record<string, string>>;

/** Reads pages that arrived as text, as a browser without script would. No page is opened, and nothing of them runs. */
export function pageForms(browser: Page) {
  return {
    /** The fields of the form that has this one, filled in as the page came. */
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

    alertIn: (html: string): Promise<string> =>
      browser.evaluate((html) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        return page.querySelector('[role="alert"]')?.textContent ?? "";
      }, html),
  };
}
