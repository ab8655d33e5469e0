import type { Page as BrowserPage } from "@playwright/test";
import { LISTENER_SCRIPT, type Page } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";

type EmbedEvents = readonly (readonly [type: string, detail: Readonly<Record<string, unknown>>])[];

/** Returns the events that the embed elements have dispatched, without `height`, which may fire at any time. */
export async function receivedEvents(page: BrowserPage): Promise<EmbedEvents> {
  const all = await page.evaluate(() => (window as unknown as { receivedEvents: EmbedEvents }).receivedEvents);
  return all.filter(([type]) => type !== "height");
}

/** Returns a promoter's page with a `<foyer-tickets>` element in the language of the run. */
export function element(shop: string, eventId: number, attributes = ""): Page {
  return {
    html: `<h1>Tonight</h1>${LISTENER_SCRIPT}<script type="module" src="${shop}/embed.js"></script>
      <foyer-tickets lang="${words.language}" event="${eventId}" ${attributes}><a href="${shop}/${words.language}/events/${eventId}">Buy tickets</a></foyer-tickets>`,
  };
}
