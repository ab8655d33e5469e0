import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("After paying", { tag: "@sandbox-only" }, () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`46: every code decodes, in ${colorScheme}`, async ({
      page,
      serviceClient,
      event,
      checkout,
      tickets,
      uniqueName,
    }) => {
      await page.emulateMedia({ colorScheme });
      const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Comedy of Errors"), qrType: "B" });
      await event.open(eventId);
      await event.choose("General admission", 2);
      await event.reserveTickets();
      await checkout.submitDetails();
      await checkout.payWithGoodCard();
      const scanned = [await tickets.scan(0), await tickets.scan(1)];
      expect(new Set(scanned).size).toBe(2);
      for (const text of scanned) {
        const short = `${text.slice(0, 4)} ${text.slice(4, 8)}`.toUpperCase();
        await expect(page.getByText(short, { exact: true }).first()).toBeVisible();
        expect((await page.content()).toLowerCase(), "no UUID stands on the page").not.toContain(text.toLowerCase());
      }
      const box = await tickets.codes.first().boundingBox();
      expect(box?.width, "41 modules of whole pixels").toBe(41 * 6);
    });
  }

  test("a cancelled event says so in place of heading and code, and tells nobody to come", { tag: "@once" }, async ({
    page,
    serviceClient,
    event,
    checkout,
    tickets,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Cardenio") });
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(1);

    await serviceClient.call("PUT", `/event/${eventId}`, { cancelled: true });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Cancelled" })).toBeVisible();
    await expect(page.getByText("Ask the organiser about a refund.").first()).toBeVisible();
    await expect(tickets.heading).toHaveCount(0);
    await expect(tickets.codes).toHaveCount(0);
    await expectAccessible(page, "tickets of a cancelled event");
  });

  test("on a phone the first ticket is open and the others are rows; on a desktop and on paper all are open", {
    tag: "@once",
  }, async ({ page, serviceClient, event, checkout, tickets, uniqueName }) => {
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Love’s Labour’s Lost") });
    await event.open(eventId);
    await event.choose("General admission", 3);
    await event.reserveTickets();
    await checkout.submitDetails();
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(3);
    const open = tickets.codes.filter({ visible: true });
    await expect(open).toHaveCount(3);
    await expect(tickets.rows).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(open).toHaveCount(1);
    await expect(tickets.rows).toHaveCount(2);
    await expectAccessible(page, "tickets as rows");
    await tickets.rows.first().click();
    await expect(open).toHaveCount(2);
    await expect(tickets.rows).toHaveCount(1);

    await page.emulateMedia({ media: "print" });
    await expect(open).toHaveCount(3);
  });

  test("47, 48: calendar and PDF are real, the link works elsewhere, and a changed one is nothing", async ({
    page,
    browser,
    env,
    serviceClient,
    event,
    checkout,
    tickets,
    uniqueName,
  }) => {
    const { eventId } = await serviceClient.putOnSale({
      name: uniqueName("The Taming of the Shrew"),
      dates: ["13-02-2027T19:30"],
    });
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();
    await checkout.submitDetails({ firstName: "太郎", lastName: "山田", email: "taro@example.com" });
    await checkout.payWithGoodCard();
    const link = page.url();

    const calendar = await (await page.request.get(`${link}/calendar`)).text();
    expect(calendar).toContain("DTSTART:20270213T063000Z");
    const pdf = await page.request.get(`${link}/pdf`);
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    const written = (await pdf.body()).toString("latin1");
    expect(written).toMatch(/^%PDF-/);
    expect(written, "the buyer's letters have their font").toMatch(/\/BaseFont \/\w+\+NotoSansJP/);
    expect(pdf.headers()["cache-control"]).toContain("no-store");

    await page.reload();
    await expect(tickets.codes).toHaveCount(1);
    const stranger = await (await browser.newContext({ baseURL: env.address })).newPage();
    expect((await stranger.goto(link))?.status()).toBe(200);
    const changed = link.slice(0, -4) + (link.endsWith("AAAA") ? "BBBB" : "AAAA");
    expect((await stranger.goto(changed))?.status()).toBe(404);
    expect((await stranger.goto(`${new URL(link).origin}/en/sales/nothing`))?.status()).toBe(404);
    await stranger.context().close();
  });

  test("who holds tickets sees when and where from the hold to the door, also once the event has left the shop", {
    tag: "@once",
  }, async ({ page, serviceClient, event, checkout, tickets, uniqueName }) => {
    const { eventId, name } = await serviceClient.putOnSale({
      name: uniqueName("The Two Noble Kinsmen"),
      dates: ["20-02-2027T19:30"],
    });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    expect((await serviceClient.call("PUT", `/event/${eventId}/publish/false`, {})).status).toBe(200);
    expect((await page.request.get(`/en/events/${eventId}/tickets`)).status(), "the control: it is not shown").toBe(
      404,
    );

    await page.reload();
    const main = page.getByRole("main");
    await expect(main).toContainText(/20 Feb.*7:30/);
    await checkout.submitDetails();
    await expect(main).toContainText(/20 Feb.*7:30/);
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(2);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await expect(page.getByRole("definition").filter({ hasText: "20 February 2027" })).toContainText("7:30");
    await expect(page.getByText("Where", { exact: true })).toHaveCount(3);
    const calendar = await (await page.request.get(`${page.url()}/calendar`)).text();
    expect(calendar.match(/^DTSTART:20270220T063000Z/gm)).toHaveLength(1);
    expect(calendar).toMatch(/^LOCATION:\S/m);
  });
});
