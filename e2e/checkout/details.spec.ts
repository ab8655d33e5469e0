import { expect, test } from "#e2e/support/fixtures.ts";
import { LAYOUT_SHIFT_MAX, totalLayoutShift } from "#e2e/support/paints.ts";

const NAME = { type: "text", autocapitalize: "words", spellcheck: "false" };
const EMAIL = { type: "email", inputmode: "email", autocomplete: "email", autocapitalize: "off", maxlength: "254" };

test.describe("Details", { tag: "@purchase" }, () => {
  test.beforeEach(async ({ anyTickets }) => {
    await anyTickets.reserve();
  });

  test("P51, 25, 26, 27: has the specified fields and attributes, and no ticked box", async ({ page, checkout }) => {
    const { firstName, lastName, email, phone } = checkout;
    for (const [field, wanted] of [
      [firstName, { ...NAME, autocomplete: "given-name" }],
      [lastName, { ...NAME, autocomplete: "family-name" }],
      [email, { ...EMAIL, spellcheck: "false" }],
      [phone, { type: "tel", inputmode: "tel", autocomplete: "tel" }],
    ] as const) {
      for (const [name, value] of Object.entries(wanted)) await expect(field).toHaveAttribute(name, value);
      const size = await field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
      expect(size).toBeGreaterThanOrEqual(16);
    }
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    const inputs = page.getByRole("main").locator("input");
    await expect(inputs.and(page.locator("[autocomplete=email]"))).toHaveCount(1);
    const unwanted = page.locator("[type=password], [autocomplete*=street], [autocomplete*=address]");
    await expect(inputs.and(unwanted)).toHaveCount(0);
  });

  test("28, 29, 30: answers an empty form with a summary that links to the fields", { tag: "@phone-in-full" }, async ({
    page,
    checkout,
    words,
  }) => {
    await checkout.toPayment.click();
    await expect(checkout.problem).toBeFocused();
    await expect(page).toHaveTitle(checkout.problemTitle);
    const messages = ["firstName", "lastName", "email"].map((name) => words.text(`Details.error.${name}`));
    for (const message of messages) await expect(page.getByText(message, { exact: true })).toHaveCount(2);
    const link = checkout.problem.getByRole("link", { name: messages[1] ?? "", exact: true });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await link.click();
    await expect(checkout.lastName).toBeFocused();
    await page.keyboard.type("L");
    await expect(page.getByText(messages[1] ?? "", { exact: true })).toHaveCount(0);
  });

  test("28: reports an email without a domain at its field, and keeps it", { tag: "@phone-in-full" }, async ({
    checkout,
    words,
  }) => {
    await checkout.email.fill("ada");
    await checkout.toPayment.click();
    const message = words.text("Details.error.emailWrong");
    await expect(checkout.problem.getByRole("link", { name: message })).toBeVisible();
    await expect(checkout.email).toHaveAccessibleDescription(new RegExp(message));
    await expect(checkout.email).toHaveAttribute("aria-invalid", "true");
    await expect(checkout.email).toHaveValue("ada");
  });

  test("31, 32: does not validate an email while it is typed, and suggests a correction", {
    tag: "@phone-in-full",
  }, async ({ page, checkout, words }) => {
    for (const letter of "jo@gmial.com") {
      await checkout.email.press(letter);
      await expect(checkout.email).not.toHaveAttribute("aria-invalid", "true");
    }
    await checkout.email.blur();
    await expect(page.getByText(words.inText("Details.didYouMean")).first()).toBeVisible();
    await page.getByRole("button", { name: words.text("Details.useIt") }).click();
    await expect(checkout.email).toHaveValue("jo@gmail.com");
    await expect(checkout.email).toBeFocused();
  });

  test("33, 37: accepts a name as typed, and trims the email", { tag: "@phone-in-full" }, async ({
    checkout,
    buyer,
  }) => {
    const [firstName, lastName] = ["Ø 太郎", "O'Brien-Sørensen"];
    await checkout.phone.fill("(021) 123-4567");
    await checkout.submitDetails({ firstName, lastName, email: `  ${buyer.email} ` });
    await expect(checkout.giver).toContainText(`${firstName} ${lastName}`);
    await expect(checkout.giver.getByText(buyer.email, { exact: true })).toBeVisible();
  });

  test("somebody with one name gives it once; payment and receipt show it once, and Back shows one field", {
    tag: ["@buys", "@phone-in-full", "@plain"],
  }, async ({ page, checkout, buyer, tickets, words }) => {
    await checkout.toPayment.click();
    const problem = (name: string) => checkout.problem.getByRole("link", { name: words.text(`Details.error.${name}`) });
    await expect(problem("firstName")).toBeVisible();
    await checkout.hasOneName.check();
    await expect(checkout.firstName).toBeHidden();
    await expect(problem("firstName")).toHaveCount(0);
    await expect(problem("name")).toBeVisible();
    await checkout.hasOneName.uncheck();
    await checkout.firstName.fill("Suharto");
    await checkout.hasOneName.check();
    await expect(checkout.onlyName).toHaveValue("Suharto");
    await expect(problem("name")).toHaveCount(0);
    await page.reload();
    await expect(checkout.onlyName).toHaveValue("Suharto");
    await checkout.submitDetails({ ...buyer, firstName: "", lastName: "Suharto" });
    await expect(checkout.giver.getByText("Suharto", { exact: true })).toBeVisible();

    await page.goBack();
    await expect(checkout.onlyName).toHaveValue("Suharto");
    await expect(checkout.firstName).toBeHidden();
    await checkout.toPayment.click();
    await checkout.payWithGoodCard();
    await expect(tickets.receipt.getByText("Suharto", { exact: true })).toBeVisible();
  });

  test("35: says what the phone number is used for", { tag: "@phone-in-full" }, async ({ page, checkout, words }) => {
    const hint = words.text("Details.phoneHint");
    expect(await checkout.phone.getAttribute("aria-describedby")).not.toBe("");
    await expect(checkout.phone).toHaveAccessibleDescription(new RegExp(hint));
    await expect(page.getByText(hint)).toBeVisible();
  });

  test("P49, 22: keeps the input over a reload", { tag: ["@phone-in-full", "@plain"] }, async ({
    page,
    checkout,
    buyer,
  }) => {
    await checkout.firstName.fill("Ada");
    await checkout.email.fill(buyer.email);
    await page.reload();
    await expect(checkout.firstName).toHaveValue("Ada");
    await expect(checkout.email).toHaveValue(buyer.email);
  });

  test("36: shows the details again after Back from the payment", { tag: ["@phone-in-full", "@plain"] }, async ({
    page,
    checkout,
    buyer,
  }) => {
    await checkout.submitDetails(buyer);
    await page.goBack();
    await expect(checkout.lastName).toHaveValue(buyer.lastName);
    await expect(checkout.email).toHaveValue(buyer.email);
  });

  test("details: hydration moves the page no more than a late font does", async ({ page, checkout }) => {
    await page.reload();
    await checkout.timerRuns();
    await expect(checkout.deadline).toBeVisible();
    expect(await totalLayoutShift(page)).toBeLessThan(LAYOUT_SHIFT_MAX);
  });
});
