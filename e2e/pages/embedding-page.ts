import type { Page as BrowserPage } from "@playwright/test";
import { LISTENER_SCRIPT, type Page } from "#e2e/support/promoter-page.ts";

type EmbedEvents = readonly (readonly [type: string, detail: Readonly<Record<string, unknown>>])[];

/** Returns the events that the embed elements have dispatched, without `height`, which may fire at any time. */
export async function receivedEvents(page: BrowserPage): Promise<EmbedEvents> {
  const all = await page.evaluate(() => (window as unknown as { receivedEvents: EmbedEvents }).receivedEvents);
  return all.filter(([type]) => type !== "height");
}

/** Returns a promoter's page with a `<foyer-tickets>` element. */
export function element(shop: string, eventId: number, attributes = ""): Page {
  return {
    html: `<h1>Tonight</h1>${LISTENER_SCRIPT}<script type="module" src="${shop}/embed.js"></script>
      <foyer-tickets event="${eventId}" ${attributes}><a href="${shop}/en/events/${eventId}">Buy tickets</a></foyer-tickets>`,
  };
}
