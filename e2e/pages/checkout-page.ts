import { type Page, test } from "@playwright/test";
import type { Environment } from "#e2e/support/env.ts";
import { emptyCart } from "./empty-cart.ts";

export type BuyerTyped = { readonly firstName: string; readonly lastName: string; readonly email: string };
export type CardTyped = {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly name?: string;
};

export const ADA: BuyerTyped = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** Details and payment as a visitor sees them. The card's fields are known here and nowhere else. */
export function checkoutPage(page: Page, env: Environment) {
  const card = {
    number: page.getByLabel("Card number"),
    expiry: page.getByLabel("Expiry"),
    code: page.getByLabel("Security code"),
    name: page.getByLabel("Name on card"),
  };
  const payButton = page.getByRole("button", { name: /^Pay / });

  async function typeCard({ number, expiry = "12 / 34", code = "123", name = "Ada Lovelace" }: CardTyped) {
    await card.number.fill(number);
    await card.expiry.fill(expiry);
    await card.code.fill(code);
    await card.name.fill(name);
  }

  return {
    card,
    payButton,
    typeCard,
    firstName: page.getByLabel("First name"),
    lastName: page.getByLabel("Last name"),
    email: page.getByLabel("Email", { exact: true }),
    timer: page.getByRole("timer"),
    emptyCart: () => emptyCart(page),
    toPayment: page.getByRole("button", { name: "Go to payment" }),
    declined: page.getByRole("alert").filter({ hasText: "Your card was declined" }),
    holdEnded: page.getByRole("heading", { name: "Your reservation has expired" }),

    giveDetails: ({ firstName, lastName, email }: BuyerTyped = ADA) =>
      test.step(`Give the details of ${firstName} ${lastName}`, async () => {
        await page.getByLabel("First name").fill(firstName);
        await page.getByLabel("Last name").fill(lastName);
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByRole("button", { name: "Go to payment" }).click();
        await page.waitForURL(/\/checkout\/pay$/);
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
