import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("Details", { tag: ["@purchase", "@service"] }, () => {
  test.beforeEach(async ({ putOnSaleAndReserve }) => {
    await putOnSaleAndReserve("Much Ado About Nothing", { quantity: 2 });
  });

  test("P51, 25, 26, 27: has the specified fields and attributes, and no ticked box", async ({ page }) => {
    for (const [label, wanted] of [
      ["First name", { type: "text", autocomplete: "given-name", autocapitalize: "words", spellcheck: "false" }],
      ["Last name", { type: "text", autocomplete: "family-name", autocapitalize: "words", spellcheck: "false" }],
      [
        "Email",
        {
          type: "email",
          inputmode: "email",
          autocomplete: "email",
          autocapitalize: "off",
          spellcheck: "false",
          maxlength: "254",
        },
      ],
      ["phone", { type: "tel", inputmode: "tel", autocomplete: "tel" }],
    ] as const) {
      const field = page.getByLabel(label, { exact: label === "Email" });
      for (const [name, value] of Object.entries(wanted)) await expect(field).toHaveAttribute(name, value);
      const size = await field.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
      expect(size).toBeGreaterThanOrEqual(16);
    }
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(page.getByLabel(/password|confirm|street|address line/i)).toHaveCount(0);
  });

  test("28, 29, 30: answers an empty form with a summary that links to the fields", async ({ page, checkout }) => {
    await checkout.toPayment.click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await expect(summary).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
    for (const words of ["Enter your first name", "Enter your last name"]) {
      await expect(page.getByText(words)).toHaveCount(2);
    }
    const link = summary.getByRole("link", { name: "Enter your last name" });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await link.click();
    await expect(checkout.lastName).toBeFocused();
    await page.keyboard.type("L");
    await expect(page.getByText("Enter your last name")).toHaveCount(0);
  });

  test("31, 32: does not validate an email while it is typed, and suggests a correction", async ({
    page,
    checkout,
  }) => {
    await checkout.firstName.fill("Ada");
    await checkout.lastName.fill("Lovelace");
    for (const letter of "jo@gmial.com") {
      await checkout.email.press(letter);
      await expect(checkout.email).not.toHaveAttribute("aria-invalid", "true");
    }
    await checkout.email.blur();
    await expect(page.getByText(/Did you mean/)).toBeVisible();
    await page.getByRole("button", { name: /Use it|gmail\.com/ }).click();
    await expect(checkout.email).toHaveValue("jo@gmail.com");
    await checkout.toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
  });

  for (const [firstName, lastName, phone] of [
    ["Ø", "O'Brien-Sørensen", "+64 21 123 4567"],
    ["X Æ", "L", "(021) 123-4567"],
    ["太郎", "山田", ""],
  ] as const) {
    test(`33, 37: accepts ${firstName} ${lastName} as typed, and trims the email`, async ({ page, checkout }) => {
      await checkout.firstName.fill(firstName);
      await checkout.lastName.fill(lastName);
      await checkout.email.fill("  ada@example.com ");
      await page.getByLabel("phone").fill(phone);
      await checkout.toPayment.click();
      await page.waitForURL(/\/checkout\/pay$/);
      await expect(page.getByText(lastName).first()).toBeAttached();
      await expect(page.getByText("ada@example.com").first()).toBeAttached();
    });
  }

  test("35: says what the phone number is used for", async ({ page }) => {
    const phone = page.getByRole("textbox", { name: /^Mobile phone/ });
    await expect(phone).toHaveAccessibleDescription(/Only used if the event changes/);
    await expect(page.getByText("Only used if the event changes")).toBeVisible();
  });

  test("P49, 22: keeps the input over a reload", async ({ page, checkout }) => {
    await checkout.firstName.fill("Ada");
    await checkout.email.fill("ada@example.com");
    await page.reload();
    await expect(checkout.firstName).toHaveValue("Ada");
    await expect(checkout.email).toHaveValue("ada@example.com");
  });
});

test("details: hydration causes no layout shift", { tag: ["@purchase", "@service"] }, async ({
  page,
  checkout,
  putOnSaleAndReserve,
}) => {
  await putOnSaleAndReserve("Philaster", { quantity: 2 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await expect(page.getByText(/reserved until \d{1,2}:\d{2}\s[ap]m$/)).toBeVisible();
  // The page is hydrated once the timer runs.
  const initial = await checkout.timer.innerText();
  await expect(checkout.timer).not.toHaveText(initial);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});
