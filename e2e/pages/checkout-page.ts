import { type Page, test } from "@playwright/test";
import type { Environment } from "#e2e/support/env.ts";
import { emptyCart } from "./empty-cart.ts";

export type BuyerInput = { readonly firstName: string; readonly lastName: string; readonly email: string };
export type CardInput = {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly name?: string;
};

export const ADA: BuyerInput = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** The details and payment pages as a visitor sees them. Only this file knows the card's fields. */
export function checkoutPage(page: Page, env: Environment) {
  const card = {
    number: page.getByLabel("Card number"),
    expiry: page.getByLabel("Expiry"),
    code: page.getByLabel("Security code"),
    name: page.getByLabel("Name on card"),
  };
  const payButton = page.getByRole("button", { name: /^Pay / });

  async function typeCard({ number, expiry = "12 / 34", code = "123", name = "Ada Lovelace" }: CardInput) {
    await card.number.fill(number);
    await card.expiry.fill(expiry);
    await card.code.fill(code);
    await card.name.fill(name);
  }

  const voucherCode = page.getByLabel("Voucher code");

  return {
    card,
    voucherCode,
    payButton,
    typeCard,
    firstName: page.getByLabel("First name"),
    lastName: page.getByLabel("Last name"),
    email: page.getByLabel("Email", { exact: true }),
    timer: page.getByRole("timer"),
    emptyCart: () => emptyCart(page),
    toPayment: page.getByRole("button", { name: "Go to payment" }),
    declined: page.getByRole("alert").filter({ hasText: "Your card was declined" }),
    expiredHeading: page.getByRole("heading", { name: "Your reservation has expired" }),

    submitDetails: ({ firstName, lastName, email }: BuyerInput = ADA) =>
      test.step(`Submit the details of ${firstName} ${lastName}`, async () => {
        await page.getByLabel("First name").fill(firstName);
        await page.getByLabel("Last name").fill(lastName);
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByRole("button", { name: "Go to payment" }).click();
        await page.waitForURL(/\/checkout\/pay$/);
      }),
    applyVoucher: (code: string) =>
      test.step("Apply a voucher", async () => {
        await page.getByText("Use a gift voucher").click();
        await voucherCode.fill(code);
        await page.getByRole("button", { name: "Apply" }).click();
      }),
    payWith: (number: string) =>
      test.step(`Pay with the card ending in ${number.slice(-4)}`, async () => {
        await typeCard({ number });
        await payButton.click();
      }),
    payWithGoodCard: () =>
      test.step("Pay with the good card", async () => {
        await typeCard({ number: env.goodCard });
        await payButton.click();
        await page.waitForURL(/\/sales\//);
      }),
  };
}
