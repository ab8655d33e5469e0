import { signInPage } from "#e2e/pages/sign-in.ts";
import { venueForm } from "#e2e/pages/venue-form.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;
const VENUES = `/${language}/promoter/venues`;

/** Creates a ballroom that divides into two rooms. */
async function createVenue(service: ServiceClient) {
  const create = async (path: string, body: object) => Number((await service.call("POST", path, body)).body.id);
  const address = { streetAddress1: "14 Bond Store Lane", city: "Wellington", postcode: "6011", country: "NZ" };
  const venue = await create("/venue", { name: "The Customhouse", address, timeZone: "Pacific/Auckland" });
  const east = await create("/venueSection", { venue, name: "East Room", capacity: 150, door: "B" });
  const west = await create("/venueSection", { venue, name: "West Room", capacity: 150, door: "D" });
  const hall = { venue, name: "Ballroom", capacity: 420, door: "B", overlaps: [east, west] };
  const ballroom = await create("/venueSection", hall);
  await create("/venueConfiguration", { venue, name: "Ballroom", venueSections: [ballroom] });
  await create("/venueConfiguration", { venue, name: "Two rooms", venueSections: [east, west] });
  return { venue, east };
}

test.describe("Venues", PICTURES, () => {
  test.use({ isWhole: true });

  test.beforeEach(async ({ page, env }) => {
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
  });

  test("venues", async ({ page, serviceClient }) => {
    await createVenue(serviceClient);
    await page.goto(VENUES);
  });

  test("no venue found", async ({ page }) => {
    await page.goto(`${VENUES}?q=xyzzy`);
  });

  test("a new venue with errors", async ({ page }) => {
    const form = venueForm(page);
    await page.goto(`${VENUES}/new`);
    await untilHydrated(form.save);
    await form.save.click();
    await expect(page.getByText(text("Reasons.reason.required")).first()).toBeVisible();
  });

  test("a venue saved", async ({ page, serviceClient }) => {
    const { venue } = await createVenue(serviceClient);
    await page.goto(`${VENUES}/${venue}?saved=1`);
    await untilHydrated(venueForm(page).save);
  });

  test("the sections of a venue", async ({ page, serviceClient }) => {
    const { venue } = await createVenue(serviceClient);
    const form = venueForm(page);
    await page.goto(`${VENUES}/${venue}`);
    await untilHydrated(form.save);
    await form.section("Ballroom").scrollIntoViewIfNeeded();
  });

  test("two versions of a venue", async ({ page, serviceClient }) => {
    const { venue, east } = await createVenue(serviceClient);
    const form = venueForm(page);
    await page.goto(`${VENUES}/${venue}`);
    await untilHydrated(form.save);
    await serviceClient.call("PUT", `/venueSection/${east}`, { capacity: 140, door: "B2" });
    await form.placesOf(form.section("East Room")).fill("160");
    await form.city.fill("Porirua");
    await form.save.click();
    await page.getByRole("button", { name: text("Venues.changePlaces", { count: 1 }) }).click();
    await expect(page.getByText(text("PromoterForm.nothingLost"))).toBeVisible();
  });

  test("new places to confirm", async ({ page, serviceClient }) => {
    const { venue } = await createVenue(serviceClient);
    const form = venueForm(page);
    await page.goto(`${VENUES}/${venue}`);
    await untilHydrated(form.save);
    await form.placesOf(form.section("East Room")).fill("160");
    await form.save.click();
    await expect(page.getByRole("button", { name: text("Venues.changePlaces", { count: 1 }) })).toBeVisible();
  });
});
