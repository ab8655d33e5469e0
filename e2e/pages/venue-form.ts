import type { Locator, Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { text } = words;

export type SectionInput = { readonly name: string; readonly places: string; readonly door?: string };

/** The form of a venue, as a manager sees it. */
export function venueForm(page: Page) {
  const group = (name: string) => page.getByRole("group", { name, exact: true });
  const sections = group(text("Venues.sections"));
  const layouts = group(text("Venues.layouts"));
  const field = (within: Page | Locator, key: string) => within.getByLabel(text(`Venues.${key}`), { exact: false });

  return {
    name: page.getByLabel(text("Venues.name"), { exact: true }),
    city: field(page, "city"),
    timeZone: field(page, "timeZone"),
    section: (name: string) => sections.getByRole("group", { name, exact: true }),
    layout: (name: string) => layouts.getByRole("group", { name, exact: true }),
    placesOf: (section: Locator) => field(section, "places"),
    overlapsOf: (section: Locator) => section.getByRole("group", { name: text("Venues.overlaps") }),
    sectionsOf: (layout: Locator) => layout.getByRole("group", { name: text("Venues.layoutSections") }),
    addSection: page.getByRole("button", { name: text("Venues.addSection") }),
    addLayout: page.getByRole("button", { name: text("Venues.addLayout") }),
    newSection: sections.getByRole("group", { name: text("Venues.newSection"), exact: true }),
    newLayout: layouts.getByRole("group", { name: text("Venues.newLayout"), exact: true }),
    save: page.getByRole("button", { name: text("PromoterForm.save"), exact: true }),
    saved: page.getByRole("status").filter({ hasText: text("PromoterForm.saved") }),

    /** Fills in a row. It is then called by the section's name. */
    async fillSection(row: Locator, { name, places, door = "" }: SectionInput): Promise<void> {
      // The name changes how the row is called: it comes last.
      await field(row, "places").fill(places);
      await field(row, "door").fill(door);
      await field(row, "sectionName").fill(name);
    },
    fillLayoutName: (row: Locator, name: string) => field(row, "layoutName").fill(name),
  };
}
