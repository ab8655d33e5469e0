import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { text, inText } = words;

test.describe("Order page", { tag: "@purchase" }, () => {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`46: every QR code decodes in the ${colorScheme} theme`, { tag: "@buys" }, async ({
      page,
      anyTickets,
      buyer,
      checkout,
      tickets,
    }) => {
      await page.emulateMedia({ colorScheme });
      await anyTickets.reserve(2);
      await checkout.buy(buyer);
      const scanned = [await tickets.scan(0), await tickets.scan(1)];
      expect(new Set(scanned).size).toBe(2);
      for (const text of scanned) expect(text).toMatch(/^(\d+|[0-9a-f-]{36})$/);
    });
  }

  test("46: shows the short code beside each QR code, and no UUID", { tag: ["@service", "@buys"] }, async ({
    page,
    checkout,
    tickets,
    putOnSaleAndReserve,
  }) => {
    await putOnSaleAndReserve("The Comedy of Errors", { quantity: 2, qrType: "B" });
    await checkout.buy();
    for (const text of [await tickets.scan(0), await tickets.scan(1)]) {
      const short = `${text.slice(0, 4)} ${text.slice(4, 8)}`.toUpperCase();
      await expect(page.getByText(short, { exact: true }).first()).toBeVisible();
      expect((await page.content()).toLowerCase(), "the page shows no UUID").not.toContain(text.toLowerCase());
    }
    const box = await tickets.codes.first().boundingBox();
    expect(box?.width, "41 modules of 6 pixels each").toBe(41 * 6);
  });

  test("shows the buyer, the event and the method of payment, and on a phone no action alone in its row", {
    tag: ["@buys", "@once"],
  }, async ({ page, anyTickets, buyer, checkout, tickets }) => {
    const { eventName } = await anyTickets.reserve();
    await checkout.buy(buyer);
    await expect(tickets.heading).toContainText(eventName);
    await expect(tickets.receipt).toContainText(`${buyer.firstName} ${buyer.lastName}`);
    await expect(tickets.receipt).toContainText(text("Sale.methodCard"));

    await page.setViewportSize({ width: 390, height: 844 });
    const actions = page
      .getByRole("link", { name: text("Sale.calendar") })
      .locator("xpath=..")
      .locator("> *");
    const boxes = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes.length).toBeGreaterThan(1);
    for (const row of Map.groupBy(boxes, ({ top }) => Math.round(top)).values()) {
      expect(row.length).toBeGreaterThan(1);
      expect(new Set(row.map(({ width }) => Math.round(width))).size).toBe(1);
    }
  });

  test("shows the earlier time of a moved date, and shows a notice instead of heading and QR codes once the event is cancelled", {
    tag: ["@service", "@buys", "@once"],
  }, async ({ page, serviceClient, checkout, tickets, putOnSaleAndReserve }) => {
    const { eventId, name, eventDateIds } = await putOnSaleAndReserve("Edward III", { dates: ["20-02-2099T19:30"] });
    await checkout.buy();
    await expect(tickets.codes).toHaveCount(1);
    const moved = page.getByText(inText("Sale.moved")).filter({ visible: true });
    await expect(moved).toHaveCount(0);
    await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { eventStart: "27-02-2099T18:00" });
    await page.reload();
    await expect(moved).toContainText(timeText("2099-02-20T19:30"));
    await expect(page.locator('time[datetime^="2099-02-27"]').first()).toBeVisible();
    await expect(tickets.codes).toHaveCount(1);

    await serviceClient.call("PUT", `/event/${eventId}`, { cancelled: true });
    await page.reload();
    await expect(
      page.getByRole("heading", { level: 1, name: text("Sale.cancelledHeading", { event: name }) }),
    ).toBeVisible();
    await expect(page.getByText(text("Event.state.CANCELLED_TEXT")).first()).toBeVisible();
    await expect(tickets.heading).toHaveCount(0);
    await expect(tickets.codes).toHaveCount(0);
    await expectAccessible(page, "tickets of a cancelled event");
  });

  test("changes the name on a ticket: the focus is at its link again and Saved stays, also for the same name and after an error", {
    tag: ["@service", "@buys", "@once"],
  }, async ({ page, checkout, putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("All’s Well That Ends Well");
    await checkout.buy();
    const change = page.locator("summary").filter({ hasText: text("Rename.change") });
    const name = page.getByLabel(text("Rename.label"));
    const save = page.getByRole("button", { name: text("Rename.save") });
    const saved = page.getByText(text("Rename.saved"), { exact: true });
    await expect(saved).toHaveCount(0);
    await change.click();
    await expect(change, "the form stands in place of its link").toBeHidden();
    await name.fill("Kiri Rangi");
    await clickHydrated(page.getByRole("link", { name: text("Rename.cancel") }));
    await expect(name).toBeHidden();
    await expect(change).toBeFocused();
    await change.click();
    await expect(name).toBeFocused();
    await expect(name).not.toHaveValue("Kiri Rangi");
    await name.fill("see www.evil.example");
    await clickHydrated(save);
    await expect(name).toHaveAccessibleDescription(text("Rename.missing"));
    await expect(saved).toHaveCount(0);
    for (const holder of ["Kiri Rangi", "Kiri Rangi", "Tama Rangi"]) {
      if (!(await name.isVisible())) {
        await change.click();
        await expect(name).toBeFocused();
      }
      await name.fill(holder);
      await save.click();
      await expect(name).toBeHidden();
      await expect(change).toBeFocused();
      await expect(saved).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: holder, visible: true })).toHaveCount(1);
    }
  });

  test("shows tickets full screen one after another, and returns the focus when closed", {
    tag: "@buys",
  }, async ({ page, anyTickets, buyer, checkout, tickets }) => {
    await anyTickets.reserve(2);
    await checkout.buy(buyer);
    const first = await tickets.scan(0);
    const opener = page.getByRole("button", {
      name: `${text("Sale.show")} ${text("Sale.ticketPosition", { number: 1, count: 2 })}`,
    });
    await opener.click();
    expect(await scan(page.getByRole("dialog").getByRole("img"))).toBe(first);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("Sale.next") })
      .click();
    const second = await scan(
      page.getByRole("dialog", { name: text("Sale.fullScreen", { number: 2, count: 2 }) }).getByRole("img"),
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(await tickets.scan(1), "on a phone it was collapsed to a row").toBe(second);
  });

  test("collapses all tickets but the first to rows on a phone, and shows all on a desktop and in print", {
    tag: ["@buys", "@once"],
  }, async ({ page, anyTickets, buyer, checkout, tickets }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await anyTickets.reserve(3);
    await checkout.buy(buyer);
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
});
