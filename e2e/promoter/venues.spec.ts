import type { Page } from "@playwright/test";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { venueForm } from "#e2e/pages/venue-form.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;
const VENUES = `/${language}/promoter/venues`;

/** Creates a venue with two sections that are sold together. */
async function createVenue(service: ServiceClient, name: string) {
  const create = async (path: string, body: object) => Number((await service.call("POST", path, body)).body.id);
  const address = { streetAddress1: "14 Bond Store Lane", city: "Wellington", postcode: "6011", country: "NZ" };
  const venue = await create("/venue", { name, address, timeZone: "Pacific/Auckland" });
  const stalls = await create("/venueSection", { venue, name: "Stalls", capacity: 180, door: "A" });
  const circle = await create("/venueSection", { venue, name: "Circle", capacity: 60, door: "C" });
  const layout = await create("/venueConfiguration", { venue, name: "Theatre", venueSections: [stalls, circle] });
  return { venue, stalls, circle, layout };
}

const read = async (service: ServiceClient, path: string) => (await service.call("GET", path)).body;

async function signIn(promoter: ReturnType<typeof signInPage>, ...who: readonly string[]): Promise<void> {
  await promoter.open();
  await promoter.signIn(...who);
  await expect(promoter.greeting).toBeVisible();
}

test.describe("a form", { tag: ["@service", "@promoter", "@phone-in-full"] }, () => {
  test("whose session has ended keeps all that was typed, and is saved after a sign-in in another tab", async ({
    page,
    context,
    env,
    serviceClient,
    uniqueName,
  }) => {
    const { venue } = await createVenue(serviceClient, uniqueName("Shed Nine"));
    const form = venueForm(page);
    await signIn(signInPage(page, env));
    await page.goto(`${VENUES}/${venue}`);
    await untilHydrated(form.save);
    await form.city.fill("Lyttelton");
    const name = cookieAt(env.address, "foyer-promoter");
    const cookie = (await context.cookies()).find((one) => one.name === name);
    if (cookie === undefined) throw new Error("No session.");
    await context.addCookies([{ ...cookie, value: "of.yesterday" }]);
    await form.save.click();
    const ended = page.getByRole("alert").filter({ hasText: text("PromoterForm.sessionEnded") });
    await expect(ended).toBeVisible();
    const elsewhere = ended.getByRole("link", { name: text("PromoterForm.signInElsewhere") });
    await expect(elsewhere).toHaveAttribute("target", "_blank");
    await expectAccessible(page, "a form whose session has ended", ["main"]);
    await expect(form.city, "what was typed stays").toHaveValue("Lyttelton");
    expect(await read(serviceClient, `/venue/${venue}`)).toMatchObject({ address: { city: "Wellington" } });

    const otherTab = context.waitForEvent("page");
    await elsewhere.click();
    const promoter = signInPage(await otherTab, env);
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await form.save.click();
    await expect(form.saved).toBeVisible();
    expect(await read(serviceClient, `/venue/${venue}`)).toMatchObject({ address: { city: "Lyttelton" } });
  });

  test("whose only section was removed says that a venue needs one", async ({ page, env }) => {
    const form = venueForm(page);
    await signIn(signInPage(page, env));
    await page.goto(`${VENUES}/new`);
    await untilHydrated(form.save);
    await form.newSection.getByRole("button", { name: text("PromoterForm.removeRow") }).click();
    await form.save.click();
    const summary = page.getByRole("alert").filter({ hasText: text("Common.problem") });
    await expect(summary).toContainText(text("Reasons.reason.too_few", { limit: 1 }));
  });
});

const MODES = ["with script", "before the script", "without script"] as const;

for (const mode of MODES) {
  test.describe(mode, { tag: ["@service", "@promoter", "@phone-in-full"] }, () => {
    test.use({ javaScriptEnabled: mode !== "without script" });

    /** Opens a page; its script runs, or has not arrived, or never does. */
    async function open(page: Page, path: string): Promise<() => void> {
      const deliver = mode === "before the script" ? await delayScripts(page) : () => undefined;
      await page.goto(path, { waitUntil: "commit" });
      const { save } = venueForm(page);
      await expect(save).toBeVisible();
      if (mode === "with script") await untilHydrated(save);
      return deliver;
    }

    test("a manager adds a venue with sections and a layout, and is told what is wrong", async ({
      page,
      env,
      serviceClient,
      uniqueName,
    }) => {
      const name = uniqueName("The Customhouse");
      const form = venueForm(page);
      await signIn(signInPage(page, env));
      await open(page, `${VENUES}/new`);
      await form.fillSection(form.newSection, { name: "Ballroom", places: "420", door: "B" });
      await form.addSection.click();
      await form.fillSection(form.newSection, { name: "East Room", places: "150" });
      // Without script the names of new sections come with the next page.
      await form.addLayout.click();
      await form.overlapsOf(form.section("Ballroom")).getByLabel("East Room").check();
      await form.fillLayoutName(form.newLayout, "Gala");
      const gala = form.sectionsOf(mode === "with script" ? form.layout("Gala") : form.newLayout);
      await gala.getByLabel("Ballroom").check();
      await gala.getByLabel("East Room").check();
      await form.timeZone.fill("Pacific/Auckland");
      await form.save.click();
      const summary = page.getByRole("alert").filter({ hasText: text("Common.problem") });
      await expect(summary).toContainText(text("Reasons.reason.required"));
      await form.name.fill(name);
      await form.save.click();
      await expect(summary).toContainText(text("Reasons.reason.sections_overlap"));
      await expect(form.name, "what was typed stays").toHaveValue(name);

      // The venue and its sections are saved by now, and not a second time.
      await form.sectionsOf(form.layout("Gala")).getByLabel("East Room").uncheck();
      await form.save.click();
      await expect(form.saved).toBeVisible();
      const id = Number(/venues\/(\d+)/.exec(page.url())?.[1]);
      const venue = await read(serviceClient, `/venue/${id}`);
      expect(venue).toMatchObject({ name, timeZone: "Pacific/Auckland" });
      const sections = venue.venueSections as readonly { readonly id: number; readonly name: string }[];
      expect(sections.map((section) => section.name)).toEqual(["Ballroom", "East Room"]);
      const [ballroom, east] = await Promise.all(
        sections.map((section) => read(serviceClient, `/venueSection/${section.id}`)),
      );
      expect(ballroom).toMatchObject({ capacity: 420, door: "B", overlaps: [east?.id] });
      expect(east).toMatchObject({ capacity: 150, door: null, overlaps: [ballroom?.id] });
      if (mode === "with script") await expectAccessible(page, "a venue", ["main"]);

      // The rooms are separated: both sections change, and no version is taken for another manager's.
      if (mode === "with script") await untilHydrated(form.save);
      await form.overlapsOf(form.section("Ballroom")).getByLabel("East Room").uncheck();
      await form.fillSection(form.section("East Room"), { name: "East Studio", places: "150" });
      await form.save.click();
      const studio = () => read(serviceClient, `/venueSection/${east?.id}`);
      await expect.poll(async () => (await studio()).name).toBe("East Studio");
      expect(await studio()).toMatchObject({ overlaps: [] });
      expect(await read(serviceClient, `/venueSection/${ballroom?.id}`)).toMatchObject({ overlaps: [] });
      await expect(form.section("East Studio")).toBeVisible();
    });

    test("a section leaves a layout that overlaps with the rest, after the manager confirmed it", async ({
      page,
      env,
      serviceClient,
      uniqueName,
    }) => {
      const { venue, stalls, circle, layout } = await createVenue(serviceClient, uniqueName("Wool Store"));
      const form = venueForm(page);
      await signIn(signInPage(page, env));
      await open(page, `${VENUES}/${venue}`);
      await form.overlapsOf(form.section("Stalls")).getByLabel("Circle").check();
      await form.sectionsOf(form.layout("Theatre")).getByLabel("Circle").uncheck();
      await form.save.click();
      await expect(page.getByRole("heading", { level: 1, name: text("Venues.confirmLayouts") })).toBeVisible();
      await page.getByRole("button", { name: text("Venues.changeLayouts") }).click();
      await expect(form.saved).toBeVisible();
      const theatre = await read(serviceClient, `/venueConfiguration/${layout}`);
      expect(theatre.venueSections).toMatchObject([{ id: stalls }]);
      expect(await read(serviceClient, `/venueSection/${circle}`)).toMatchObject({ overlaps: [stalls] });
    });

    test("two managers change one venue: one reads both versions, and nothing is lost", async ({
      page,
      env,
      serviceClient,
      uniqueName,
    }) => {
      const name = uniqueName("Shed Nine");
      const { venue, stalls, circle } = await createVenue(serviceClient, name);
      const password = `${uniqueName("gate")} Lantern 7 quay`;
      const username = uniqueName("mia");
      await serviceClient.call("POST", "/user", { username, password, firstName: "Mia", mayManage: true });
      const form = venueForm(page);
      await signIn(signInPage(page, env), username, password);
      const deliver = await open(page, `${VENUES}/${venue}`);

      await serviceClient.call("PUT", `/venue/${venue}`, { name: `${name}, Lyttelton` });
      await serviceClient.call("PUT", `/venueSection/${stalls}`, { capacity: 170, door: "A1" });
      await form.placesOf(form.section("Stalls")).fill("190");
      await form.placesOf(form.section("Circle")).fill("55");
      await form.city.fill("Lyttelton");
      await form.save.click();
      await expect(
        page.getByRole("heading", { level: 1, name: text("Venues.confirmPlaces", { count: 2 }) }),
      ).toBeVisible();
      if (mode === "with script") await expectAccessible(page, "a confirmation", ["main"]);
      await page.getByRole("button", { name: text("PromoterForm.backToForm") }).click();
      await expect(form.city, "the way back keeps what was typed").toHaveValue("Lyttelton");
      await form.save.click();
      await page.getByRole("button", { name: text("Venues.changePlaces", { count: 2 }) }).click();

      const login = await read(serviceClient, "/user/login");
      const nothingLost = page.getByRole("alert").filter({ hasText: text("PromoterForm.nothingLost") });
      await expect(nothingLost).toContainText(String(login.name));
      const clash = page.getByRole("group", { name: new RegExp(`Stalls: ${text("Venues.places")}`) });
      await expect(page.getByRole("radio")).toHaveCount(2);
      await expect(clash.getByRole("radio", { name: "170" })).not.toBeChecked();
      await expect(clash).toContainText(text("PromoterForm.whenOpened", { value: "180" }));
      if (mode === "with script") await expectAccessible(page, "a conflict", ["main"]);

      // Meanwhile another change: the page comes again.
      await serviceClient.call("PUT", `/venueSection/${stalls}`, { name: "Floor" });
      await clash.getByRole("radio", { name: "190" }).check();
      await form.save.click();
      await expect(page.getByText(text("PromoterForm.nothingLostNoChoice"))).toBeVisible();
      await form.save.click();
      await expect(form.saved).toBeVisible();
      deliver();

      expect(await read(serviceClient, `/venue/${venue}`)).toMatchObject({
        name: `${name}, Lyttelton`,
        address: { city: "Lyttelton", streetAddress1: "14 Bond Store Lane" },
      });
      expect(await read(serviceClient, `/venueSection/${stalls}`)).toMatchObject({
        name: "Floor",
        capacity: 190,
        door: "A1",
      });
      expect(await read(serviceClient, `/venueSection/${circle}`)).toMatchObject({ capacity: 55, door: "C" });
    });
  });
}
