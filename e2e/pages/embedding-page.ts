import type { Page as BrowserPage } from "@playwright/test";
import { LISTENS, type Page } from "#e2e/support/promoter-page.ts";

type Told = readonly (readonly [type: string, detail: Readonly<Record<string, unknown>>])[];

/** What the elements have told the page so far, heights aside: they change as they please. */
export async function told(page: BrowserPage): Promise<Told> {
  const all = await page.evaluate(() => (window as unknown as { told: Told }).told);
  return all.filter(([type]) => type !== "height");
}

export function element(shop: string, eventId: number, attributes = ""): Page {
  return {
    html: `<h1>Tonight</h1>${LISTENS}<script type="module" src="${shop}/embed.js"></script>
      <foyer-tickets event="${eventId}" ${attributes}><a href="${shop}/en/events/${eventId}">Buy tickets</a></foyer-tickets>`,
  };
}
