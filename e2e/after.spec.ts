import { expect, test } from "./fixtures.ts";

test.describe("After paying", { tag: "@sandbox-only" }, () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`46: every code decodes, in ${colorScheme}`, async ({ page, boxOffice, event, checkout, tickets, named }) => {
      await page.emulateMedia({ colorScheme });
      const { eventId } = await boxOffice.putOnSale({ name: named("The Comedy of Errors"), qrType: "B" });
      await event.open(eventId);
      await event.choose("General admission", 2);
      await event.holdTickets();
      await checkout.giveDetails();
      await checkout.payWithGoodCard();
      const scanned = [await tickets.scan(0), await tickets.scan(1)];
      expect(new Set(scanned).size).toBe(2);
      for (const text of scanned) await expect(page.getByText(text).first()).toBeVisible();
      const box = await tickets.codes.first().boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(240);
    });
  }

  test("47, 48: calendar and PDF are real, the link works elsewhere, and a changed one is nothing", async ({
    page,
    browser,
    env,
    boxOffice,
    event,
    checkout,
    tickets,
    named,
  }) => {
    const { eventId } = await boxOffice.putOnSale({
      name: named("The Taming of the Shrew"),
      dates: ["13-02-2027T19:30"],
    });
    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.holdTickets();
    await checkout.giveDetails({ firstName: "太郎", lastName: "山田", email: "taro@example.com" });
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
  }, async ({ page, boxOffice, event, checkout, tickets, named }) => {
    const { eventId, name } = await boxOffice.putOnSale({
      name: named("The Two Noble Kinsmen"),
      dates: ["20-02-2027T19:30"],
    });
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.holdTickets();
    expect((await boxOffice.call("PUT", `/event/${eventId}/publish/false`, {})).status).toBe(200);
    expect((await page.request.get(`/en/events/${eventId}/tickets`)).status(), "the control: it is not shown").toBe(
      404,
    );

    await page.reload();
    const main = page.getByRole("main");
    await expect(main).toContainText(/20 Feb.*7:30/);
    await checkout.giveDetails();
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
