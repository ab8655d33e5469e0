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
});
