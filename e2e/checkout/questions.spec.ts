import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, BUYER_QUESTIONS, GUEST_QUESTIONS, PRINTER_TICKETS, TERMS } from "#e2e/support/questions.ts";

test.describe("Questions", { tag: ["@purchase", "@service", "@english"] }, () => {
  test("25, 28, 34: shows, validates and sends every type of question, and requires accepted conditions", async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    test.slow();
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Cymbeline"), ticketTypes: PRINTER_TICKETS });
    await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
    await event.open(eventId);
    await event.choose("Printer", 2);
    await event.reserveTickets();
    await expect(page.getByRole("radio", { name: "Never" })).toBeVisible();
    for (const label of ["How did you hear", "Your line", "Where shall we stop?"]) {
      await expect(page.getByLabel(label)).toHaveAccessibleName(/\(optional\)/);
    }
    await expect(page.getByRole("group", { name: "Have you done this?" })).not.toHaveAccessibleName(/optional/);
    await expect(page.getByLabel("Where was that?")).toHaveCount(0);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "purchase conditions" })).toHaveAttribute("href", TERMS);
    await expectAccessible(page, "questions");

    await checkout.toPayment.click();
    await expect(page).toHaveTitle(checkout.problemTitle);
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary.getByRole("link")).toHaveText([
      "Enter your first name",
      "Enter your last name",
      "Enter your email address",
      "Choose an answer: Have you done this?",
      "Accept the purchase conditions to go on",
    ]);
    await expectAccessible(page, "questions with errors");
    await summary.getByRole("link", { name: /Choose an answer/ }).click();
    await expect(page.getByRole("radio", { name: "Never" })).toBeFocused();

    await page.getByRole("radio", { name: "Often" }).check();
    await expect(page.getByText("Choose an answer: Have you done this?")).toHaveCount(0);
    await page.getByLabel("Where was that?").fill("Wellington");
    await page.getByLabel("How did you hear").fill("My own words");
    await page.getByLabel("Your line").fill("x".repeat(55));
    await expect(page.getByText("5 characters left")).toBeVisible();
    await page.getByLabel("Where shall we stop?").selectOption("F");
    await page.getByLabel("Month").fill("2");
    await page.getByLabel("Year").fill("1990");
    await page.getByLabel("Day", { exact: true }).fill("30");
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    await checkout.email.fill("ada@example.com");
    const [first, second] = [
      page.getByRole("group", { name: "Ticket 1" }),
      page.getByRole("group", { name: "Ticket 2" }),
    ];
    await first.getByRole("button", { name: "Use my details" }).click();
    await expect(first.getByLabel("Guest’s name")).toHaveValue("Ada Lovelace");
    await first.getByLabel("Any").check();
    await page.getByRole("button", { name: "Same for all" }).click();
    await expect(second.getByLabel("Any")).toBeChecked();
    await expect(second.getByLabel("Guest’s name")).toHaveValue("");
    await page.getByLabel("I accept").check();

    // A reload keeps the input but not the acceptance of the conditions.
    await page.reload();
    await expect(page.getByLabel("Where was that?")).toHaveValue("Wellington");
    await expect(page.getByLabel("I accept")).not.toBeChecked();
    await page.getByLabel("I accept").check();
    await checkout.toPayment.click();
    await expect(page.getByText("Enter a day that exists, like 27 3 1990: Is it for a certain day?")).toHaveCount(2);
    await page.getByLabel("Day", { exact: true }).fill("28");
    // A dependent question that is hidden is not sent.
    await page.getByRole("radio", { name: "Never" }).check();
    await expect(page.getByLabel("Where was that?")).toHaveCount(0);

    // Conditions that changed since the page was loaded must be accepted again.
    await addQuestions(serviceClient, eventId, [], `${TERMS}/new`);
    await checkout.toPayment.click();
    const conditions = page.getByRole("link", { name: "purchase conditions", exact: true });
    await expect(conditions).toHaveAttribute("href", `${TERMS}/new`);
    await expect(page.getByText("Accept the purchase conditions to go on")).toHaveCount(2);
    await page.getByLabel("I accept").check();
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);

    await page.goto("/en/checkout");
    await expect(page.getByLabel("How did you hear")).toHaveValue("My own words");
    await expect(page.getByLabel("Year")).toHaveValue("1990");
    await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
    await checkout.emptyCart();
    await page.waitForURL(/\/cart/);
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  });

  test("a guest answers at a link that opens one ticket only, and the buyer sees who has answered", {
    tag: "@buys",
  }, async ({ page, browser, env, serviceClient, event, checkout, tickets, uniqueName }) => {
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
    await page.getByRole("group", { name: "Ticket 1" }).getByLabel("Guest’s name").fill("Kiri Rangi");
    await page.getByRole("group", { name: "Ticket 1" }).getByLabel("Any").check();
    await checkout.fillBuyer(ADA);
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
    await checkout.payWithGoodCard();
    const sale = page.url();

    await expect(page.getByText("1 of 3 guests answered")).toBeVisible();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.getByText("2 guests still need details")).toBeVisible();
    await expect(page.getByText("Still missing: Guest’s name, Diet").filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText("Not ready yet")).toHaveCount(2);
    await expectAccessible(page, "tickets of which some lack guest details");

    // The buyer answers for the second.
    const board = page.getByRole("region", { name: "Guests" });
    const rows = board.getByRole("listitem");
    await rows.nth(1).getByText("Answer for ticket 2").click();
    await rows.nth(1).getByRole("button", { name: "Save" }).click();
    await expect(rows.nth(1).getByRole("alert")).toBeFocused();
    await rows.nth(1).getByRole("button", { name: "Copy from the ticket above" }).click();
    await expect(rows.nth(1).getByLabel("Any")).toBeChecked();
    await rows.nth(1).getByLabel("Guest’s name").fill("Tama Rangi");
    await rows.nth(1).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("2 of 3 guests answered")).toBeVisible();
    await expect(tickets.codes).toHaveCount(2);

    // The third guest answers at the link, in another browser.
    const link = (await rows.nth(2).getByRole("link", { name: "The guest’s link" }).getAttribute("href")) ?? "";
    const guest = await (await browser.newContext({ baseURL: env.address })).newPage();
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1, name: "Your ticket" })).toBeVisible();
    for (const others of ["Ada", "Lovelace", "Kiri", "Tama", "$", "Order"]) {
      await expect(guest.getByRole("main")).not.toContainText(others);
    }
    await expect(guest.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
    await expectAccessible(guest, "a guest's ticket before the details");
    await guest.getByLabel("Guest’s name").fill("Mere");
    await guest.getByLabel("Other").check();
    await guest.getByLabel("Which one?").fill("No nuts");
    await guest.getByRole("button", { name: "Save" }).click();
    await expect(guest.getByRole("img", { name: /^QR code/ })).toHaveCount(1);
    await expect(guest.getByText("Saved.")).toBeVisible();
    await expectAccessible(guest, "a guest's ticket");

    // The link opens nothing else, and no other link opens it.
    const token = link.split("/").at(-2) ?? "";
    const closed = [`/en/sales/${token}`, `/en/sales/${token}/pdf`, `/en/sales/${token}/calendar`];
    const changed = token.slice(0, -4) + (token.endsWith("AAAA") ? "BBBB" : "AAAA");
    for (const path of [...closed, `/en/sales/${changed}/guest`, `${new URL(sale).pathname}/guest`]) {
      expect((await guest.request.get(path)).status(), path).toBe(404);
    }
    const answer = await guest.request.get(link);
    expect(answer.headers()["cache-control"]).toContain("no-store");
    expect(answer.headers()["x-robots-tag"]).toContain("noindex");
    const [head] = (await answer.text()).split("</head>");
    expect(head, "the title is in the first chunk of the page").toContain("<title>Your ticket");

    await page.reload();
    await expect(page.getByText("3 of 3 guests answered")).toBeVisible();
    await expect(tickets.codes).toHaveCount(3);
    const scanned = await tickets.scan(2);
    expect((await serviceClient.admit(scanned)).result).toBe("ADMITTED");
    await guest.reload();
    await expect(guest.getByText(/Already used/)).toBeVisible();
    await expect(guest.getByRole("button", { name: "Save" })).toHaveCount(0);
    await guest.context().close();
  });

  test("shows a question that two events share once", { tag: "@once" }, async ({
    page,
    serviceClient,
    event,
    checkout,
    uniqueName,
  }) => {
    const metadata = { required: true };
    const shared = { name: "Heard", label: "How did you hear about us?", inputType: "TEXT", metadata } as const;
    const own = { name: "Needs", label: "What do you need?", inputType: "TEXT" } as const;
    const one = await serviceClient.putOnSale({ name: uniqueName("Locrine") });
    const two = await serviceClient.putOnSale({ name: uniqueName("Mucedorus") });
    await addQuestions(serviceClient, one.eventId, [shared, own]);
    await addQuestions(serviceClient, two.eventId, [shared]);
    for (const { eventId } of [one, two]) {
      await event.open(eventId);
      await event.choose("General admission", 1);
      await event.continueButton.click();
      await page.waitForURL(/\/(checkout|cart)/);
    }
    await page.goto("/en/checkout");
    await expect(page.getByLabel("How did you hear about us?")).toHaveCount(1);
    await expect(page.getByRole("group", { name: "For all your events" })).toContainText("How did you hear");
    await expect(page.getByRole("group", { name: one.name })).toContainText("What do you need?");
    await page.getByLabel("How did you hear about us?").fill("A friend");
    await checkout.submitDetails();
  });
});

test.describe("Questions without JavaScript", { tag: ["@purchase", "@service", "@once", "@english"] }, () => {
  test.use({ javaScriptEnabled: false });

  test("34: shows every question with its condition, and drops answers that do not apply", async ({
    page,
    serviceClient,
    uniqueName,
  }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("Edward III"),
      ticketTypes: PRINTER_TICKETS,
    });
    await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
    await page.goto(`/en/events/${eventId}`);
    await page.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]`).fill("1");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Only if you answered “Often” to “Have you done this?”")).toBeVisible();
    await page.getByLabel("Where was that?").fill("does not apply");
    await page.getByRole("button", { name: "Go to payment" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    await expect(page.getByLabel("Where was that?")).toHaveValue("does not apply");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Lovelace");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByRole("radio", { name: "Never" }).check();
    await page.getByLabel("I accept").check();
    await page.getByRole("button", { name: "Go to payment" }).click();
    await expect(page).toHaveURL(/\/checkout\/pay$/);
    await page.goto("/en/checkout");
    await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
    await expect(page.getByLabel("Where was that?")).toHaveValue("");
  });
});
