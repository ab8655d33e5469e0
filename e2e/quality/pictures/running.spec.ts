import { element } from "#e2e/pages/embedding-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language, text } = words;

const DOOR_PASSWORD = "seven green bottles";
const EMBEDDED = "Long Light: Half Past Anything";

test.describe("Promoter", PICTURES, () => {
  test("sign-in", async ({ page, env }) => {
    await signInPage(page, env).open();
  });

  test("sign-in refused", async ({ page, env }) => {
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn("nobody@example.com", "not the password");
    await expect(promoter.wrong).toBeVisible();
  });

  const pages = {
    "promoter home": "",
    "promoter events": "/events",
    "promoter drafts": "/events?state=DRAFT",
    "promoter events without a hit": "/events?q=xyzzy",
    "promoter page not found": "/nope",
    "unsent messages": "/messages",
  };
  for (const [title, path] of Object.entries(pages))
    test(title, async ({ page, env }) => {
      const promoter = signInPage(page, env);
      await promoter.open();
      await promoter.signIn();
      await expect(promoter.greeting).toBeVisible();
      await page.goto(`/${language}/promoter${path}`);
    });

  test("promoter not allowed", async ({ page, env, serviceClient }) => {
    const username = `door-${Date.now()}@example.com`;
    await serviceClient.call("POST", "/user", { username, password: DOOR_PASSWORD, mayScan: true });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn(username, DOOR_PASSWORD);
    await expect(page.getByRole("heading", { level: 1, name: text("Manage.notAllowed") })).toBeVisible();
  });

  for (const [title, query] of [
    ["embed kit", (event: number) => `?for=event:${event}`],
    ["embed kit with a link", (event: number, type: number) => `?for=event:${event}&qty.${type}=2&ref=dj-kim`],
  ] as const)
    test(title, async ({ page, env, serviceClient }) => {
      const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: "Kit and Caboodle" });
      const promoter = signInPage(page, env);
      await promoter.open();
      await promoter.signIn();
      await expect(promoter.greeting).toBeVisible();
      await page.goto(`/${language}/promoter/share${query(eventId, ticketTypeIds[0]?.[0] ?? 0)}`);
      await page.frameLocator("foyer-tickets iframe").getByRole("heading").first().waitFor();
    });

  test("poster", async ({ page, env, serviceClient }) => {
    const { eventId } = await serviceClient.putOnSale({ name: "Kit and Caboodle" });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    const png = await page.request.get(`/${language}/promoter/share/poster?for=event:${eventId}&format=png`);
    const image = `data:image/png;base64,${(await png.body()).toString("base64")}`;
    // The shop's own pages allow no inline style.
    await page.goto("about:blank");
    await page.setContent(
      `<html lang="en"><title>Poster</title><main style="display:grid;place-items:center;min-height:95vh"><h1 style="position:absolute;opacity:0">Poster</h1><img alt="Poster" style="max-width:100%;max-height:95vh" src="${image}"></main>`,
    );
  });
});

test.describe("Embed", PICTURES, () => {
  test.use({ widths: [320, 720], extraHTTPHeaders: {} });

  test("embed of an event", async ({ page, env, catalogue }) => {
    const found = (await catalogue.events()).find(({ name }) => name === EMBEDDED);
    const promoter = await openPromoterPage({ "/": element(env.address, found?.id ?? 0) });
    await page.goto(promoter.registered);
    await page.frameLocator("foyer-tickets iframe").getByRole("heading").first().waitFor();
  });

  for (const [title, path] of [
    ["embed of the list", "events"],
    ["embed of an unknown event", "events/999999999"],
  ] as const)
    test(title, async ({ page }) => {
      await page.goto(`/${language}/embed/${path}`);
    });

  test("embed chosen", async ({ page, event, catalogue }) => {
    const found = (await catalogue.events()).find(({ name }) => name === EMBEDDED);
    await page.goto(`/${language}/embed/events/${found?.id}`);
    await event.choose("Adult", 2);
  });
});

test.describe("Trouble", PICTURES, () => {
  const pages = {
    "page not found": "/nowhere",
    "event not found": "/events/999999999",
    "out of date": "/out-of-date",
    "accessibility statement": "/accessibility",
  };
  for (const [title, path] of Object.entries(pages))
    test(title, async ({ page }) => {
      await page.goto(`/${language}${path}`);
    });

  // The service is up again once the sheet is made.
  test.describe("with the service down", () => {
    test("event unavailable", async ({ page, serviceClient, sandbox, event }) => {
      const { eventId } = await serviceClient.putOnSale({ name: "The Fog" });
      await sandbox.serviceDown(true);
      await event.open(eventId);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    test("promoter page unavailable", async ({ page, env, sandbox }) => {
      const promoter = signInPage(page, env);
      await promoter.open();
      await promoter.signIn();
      await expect(promoter.greeting).toBeVisible();
      await sandbox.serviceDown(true);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: text("Manage.noAnswer") })).toBeVisible();
    });

    test("search unavailable", async ({ page, sandbox }) => {
      await sandbox.serviceDown(true);
      await page.goto(`/${language}/search?q=fog`);
      await expect(page.getByText(text("Search.unavailable")).first()).toBeVisible();
    });

    test("event from the cache", async ({ page, season, sandbox }) => {
      await season.open(EMBEDDED);
      await sandbox.serviceDown(true);
      await page.reload();
      await expect(page.getByText(text("Event.picker.unknown"))).toBeVisible({ timeout: 20_000 });
    });

    test.describe("on a device without a copy", () => {
      test.use({ serviceWorkers: "block" });

      test("error page", async ({ page, season, checkout, sandbox }) => {
        await season.reserve();
        await checkout.buy();
        await sandbox.serviceDown(true);
        await page.reload();
        await expect(page.getByRole("alert").filter({ hasText: text("Errors.order.title") })).toBeVisible();
      });
    });
  });
});
