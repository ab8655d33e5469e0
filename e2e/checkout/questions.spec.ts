import type { Page } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  addQuestions,
  BUYER_QUESTIONS,
  GUEST_QUESTIONS,
  inSummary,
  PRINTER_TICKETS,
  TERMS,
} from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, like, inText } = words;

const answersFor = (page: Page, ticket: number) =>
  page.getByRole("group", { name: inText("Questions.ticket", { number: ticket }) });

test.describe("Questions", { tag: ["@purchase", "@service"] }, () => {
  test("25, 28, 34: shows, validates and sends every type of question, and requires accepted conditions", {
    tag: "@phone-in-full",
  }, async ({ page, serviceClient, event, checkout, uniqueName, cart }) => {
    test.slow();
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Cymbeline"), ticketTypes: PRINTER_TICKETS });
    await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();
    await expect(page.getByRole("radio", { name: "Never" })).toBeVisible();
    for (const label of ["How did you hear", "Your line", "Where shall we stop?"]) {
      await expect(page.getByLabel(label)).toHaveAccessibleName(inText("Details.optional"));
    }
    await expect(page.getByRole("group", { name: "Have you done this?" })).not.toHaveAccessibleName(
      inText("Details.optional"),
    );
    await expect(page.getByLabel("Where was that?")).toHaveCount(0);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    const conditions = page.locator(`a[href^="${TERMS}"]`);
    await expect(conditions).toHaveAttribute("href", TERMS);

    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    await expect(checkout.problem.getByRole("link")).toHaveText([
      text("Details.error.firstName"),
      text("Details.error.lastName"),
      text("Details.error.email"),
      inSummary("choose", "Have you done this?"),
      text("Questions.error.terms"),
    ]);
    await expectAccessible(page, "questions with errors");
    await checkout.problem.getByRole("link", { name: inSummary("choose", "Have you done this?") }).click();
    await expect(page.getByRole("radio", { name: "Never" })).toBeFocused();

    await page.getByRole("radio", { name: "Often" }).check();
    await expect(page.getByText(inSummary("choose", "Have you done this?"))).toHaveCount(0);
    await page.getByLabel("Where was that?").fill("Wellington");
    await page.getByLabel("How did you hear").fill("My own words");
    await page.getByLabel("Your line").fill("x".repeat(55));
    await expect(page.getByText(text("Questions.left", { count: 5 }))).toBeVisible();
    await page.getByLabel("Where shall we stop?").selectOption("F");
    await page.getByLabel(text("Questions.month")).fill("2");
    await page.getByLabel(text("Questions.year")).fill("1990");
    await page.getByLabel(text("Questions.day"), { exact: true }).fill("30");
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    const [first, second] = [answersFor(page, 1), answersFor(page, 2)];
    await first.getByRole("button", { name: text("Questions.mine") }).click();
    await expect(first.getByLabel("Guest’s name")).toHaveValue("Ada Lovelace");
    await first.getByLabel("Any").check();
    await page.getByRole("button", { name: text("Questions.same") }).click();
    await expect(second.getByLabel("Any")).toBeChecked();
    await expect(second.getByLabel("Guest’s name")).toHaveValue("");
    await page.getByLabel(inText("Questions.terms")).check();

    // A reload keeps the input but not the acceptance of the conditions.
    await page.reload();
    await expect(page.getByLabel("Where was that?")).toHaveValue("Wellington");
    await expect(page.getByLabel(inText("Questions.terms"))).not.toBeChecked();
    await page.getByLabel(inText("Questions.terms")).check();
    await checkout.toPayment.click();
    await expect(page.getByText(inSummary("day", "Is it for a certain day?"))).toHaveCount(1);
    await expect(page.getByText(text("Questions.error.day"))).toHaveCount(2);
    await page.getByLabel(text("Questions.day"), { exact: true }).fill("28");
    // A dependent question that is hidden is not sent.
    await page.getByRole("radio", { name: "Never" }).check();
    await expect(page.getByLabel("Where was that?")).toHaveCount(0);

    // Conditions that changed since the page was loaded must be accepted again.
    await addQuestions(serviceClient, eventId, [], `${TERMS}/new`);
    await checkout.toPayment.click();
    await expect(conditions).toHaveAttribute("href", `${TERMS}/new`);
    await expect(page.getByText(text("Questions.error.terms"))).toHaveCount(2);
    await page.getByLabel(inText("Questions.terms")).check();
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);

    await page.goto(`/${language}/checkout`);
    await expect(page.getByLabel("How did you hear")).toHaveValue("My own words");
    await expect(page.getByLabel(text("Questions.year"))).toHaveValue("1990");
    await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
    await cart.open();
    await checkout.emptyCart();
    await expect(cart.emptyHeading).toBeVisible();
  });

  test("a guest answers at a link that opens one ticket only, and the buyer sees who has answered", {
    tag: ["@buys", "@phone-in-full"],
  }, async ({ page, browser, env, serviceClient, event, checkout, tickets, uniqueName, money }) => {
    test.slow();
    const { eventId } = await serviceClient.putOnSale({
      name: uniqueName("Pericles"),
      ticketTypes: PRINTER_TICKETS,
      qrType: "B",
    });
    await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
    await event.open(eventId);
    await event.choose("Printer", 3);
    await event.reserveTickets();
    await answersFor(page, 1).getByLabel("Guest’s name").fill("Kiri Rangi");
    await answersFor(page, 1).getByLabel("Any").check();
    await checkout.fillBuyer(ADA);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.payWithGoodCard();
    const sale = page.url();

    await expect(page.getByText(text("Guests.answered", { answered: 1, count: 3 }))).toBeVisible();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByText(text("Guests.waiting", { count: 2 }))).toBeVisible();
    await expect(page.getByText(inText("Guests.missing")).filter({ visible: true }).first()).toBeVisible();
    // In the row of each ticket and on the ticket.
    await expect(page.getByText(text("Sale.waiting"), { exact: true })).toHaveCount(4);
    await expectAccessible(page, "tickets of which some lack guest details");

    // The buyer answers for the second.
    const board = page.getByRole("region", { name: text("Guests.title") });
    const rows = board.getByRole("listitem");
    await rows
      .nth(1)
      .getByText(text("Guests.answer", { number: 2 }))
      .click();
    await rows
      .nth(1)
      .getByRole("button", { name: text("Guests.save") })
      .click();
    await expect(rows.nth(1).getByRole("alert")).toBeFocused();
    await rows
      .nth(1)
      .getByRole("button", { name: text("Guests.above") })
      .click();
    await expect(rows.nth(1).getByLabel("Any")).toBeChecked();
    await rows.nth(1).getByLabel("Guest’s name").fill("Tama Rangi");
    await rows
      .nth(1)
      .getByRole("button", { name: text("Guests.save") })
      .click();
    await expect(page.getByText(text("Guests.answered", { answered: 2, count: 3 }))).toBeVisible();
    await expect(tickets.codes).toHaveCount(2);

    // The third guest answers at the link, in another browser.
    const link =
      (await rows
        .nth(2)
        .getByRole("link", { name: text("Guests.link"), includeHidden: true })
        .getAttribute("href")) ?? "";
    const guest = await (await browser.newContext({ baseURL: env.address })).newPage();
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1, name: text("Guests.pageTitle") })).toBeVisible();
    for (const others of ["Ada", "Lovelace", "Kiri", "Tama", money("40.00"), inText("Sale.order")]) {
      await expect(guest.getByRole("main")).not.toContainText(others);
    }
    await expect(guest.getByRole("img", { name: like("Sale.code") })).toHaveCount(0);
    await expectAccessible(guest, "a guest's ticket before the details");
    await guest.getByLabel("Guest’s name").fill("Mere");
    await guest.getByLabel("Other").check();
    await guest.getByLabel("Which one?").fill("No nuts");
    await guest.getByRole("button", { name: text("Guests.save") }).click();
    await expect(guest.getByRole("img", { name: like("Sale.code") })).toHaveCount(1);
    await expect(guest.getByText(text("Guests.saved"))).toBeVisible();

    // The link opens nothing else, and no other link opens it.
    const token = link.split("/").at(-2) ?? "";
    const closed = [
      `/${language}/sales/${token}`,
      `/${language}/sales/${token}/pdf`,
      `/${language}/sales/${token}/calendar`,
    ];
    const changed = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
    for (const path of [...closed, `/${language}/sales/${changed}/guest`, `${new URL(sale).pathname}/guest`]) {
      expect((await guest.request.get(path)).status(), path).toBe(404);
    }
    const answer = await guest.request.get(link);
    expect(answer.headers()["cache-control"]).toContain("no-store");
    expect(answer.headers()["x-robots-tag"]).toContain("noindex");
    const [head] = (await answer.text()).split("</head>");
    expect(head, "the title is in the first chunk of the page").toContain(`<title>${text("Guests.pageTitle")}`);

    await page.reload();
    await expect(page.getByText(text("Guests.answered", { answered: 3, count: 3 }))).toBeVisible();
    await expect(tickets.codes).toHaveCount(3);
    const scanned = await tickets.scan(2);
    expect((await serviceClient.admit(scanned)).result).toBe("ADMITTED");
    await guest.reload();
    await expect(guest.getByText(inText("Sale.admitted"))).toBeVisible();
    await expect(guest.getByRole("button", { name: text("Guests.save") })).toHaveCount(0);
    await guest.context().close();
  });
});
