import { type Page, test } from "@playwright/test";
import { badCardOf, type Card, goodCardOf } from "#e2e/support/target/cards.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { answerQuestions } from "./answer-questions.ts";
import { emptyCart } from "./empty-cart.ts";

const { text, like } = words;

export type BuyerInput = { readonly firstName: string; readonly lastName: string; readonly email: string };
export type CardInput = Partial<Card> & Pick<Card, "number">;

export const ADA: BuyerInput = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** The details and payment pages as a visitor sees them. Only this file knows the card's fields. */
export function checkoutPage(page: Page, env: Environment) {
  const card = {
    number: page.getByLabel(text("Pay.number")),
    expiry: page.getByLabel(text("Pay.expiry")),
    code: page.getByLabel(text("Pay.code")),
    name: page.getByLabel(text("Pay.name")),
  };
  const firstName = page.getByLabel(text("Details.firstName"));
  const lastName = page.getByLabel(text("Details.lastName"));
  const email = page.getByLabel(text("Details.email"), { exact: true });
  const toPayment = page.getByRole("button", { name: text("Details.toPayment") });
  const payButton = page.getByRole("button", { name: like("Pay.pay") });
  const voucherCode = page.getByLabel(text("Pay.voucher.label"));

  async function typeCard({ number, expiry = "12 / 34", code = "123", name = "Ada Lovelace" }: CardInput) {
    await card.number.fill(number);
    await card.expiry.fill(expiry);
    await card.code.fill(code);
    await card.name.fill(name);
  }

  const payWith = (input: CardInput) =>
    test.step(`Pay with the card ending in ${input.number.slice(-4)}`, async () => {
      await typeCard(input);
      await payButton.click();
    });

  return {
    card,
    voucherCode,
    payButton,
    typeCard,
    firstName,
    lastName,
    email,
    toPayment,
    timer: page.getByRole("timer"),
    emptyCart: () => emptyCart(page),
    declined: page.getByRole("alert").filter({ hasText: text("Pay.refusal.card_refused") }),
    expiredHeading: page.getByRole("heading", { name: text("Cart.expired.title") }),

    /** Types the buyer's details, answers what else the promoter asks, and goes to the payment. */
    submitDetails: (buyer: BuyerInput = ADA) =>
      test.step(`Submit the details of ${buyer.firstName} ${buyer.lastName}`, async () => {
        await firstName.fill(buyer.firstName);
        await lastName.fill(buyer.lastName);
        await email.fill(buyer.email);
        await answerQuestions(page);
        await toPayment.click();
        await page.waitForURL(/\/checkout\/pay$/);
      }),
    applyVoucher: (code: string) =>
      test.step("Apply a voucher", async () => {
        if (!(await voucherCode.isVisible())) await page.getByText(text("Pay.voucher.use")).click();
        await voucherCode.fill(code);
        await page.getByRole("button", { name: text("Pay.voucher.apply") }).click();
      }),
    payWith: (number: string) => payWith({ number }),
    payWithBadCard: () => payWith(badCardOf(env)),
    payWithGoodCard: () =>
      test.step("Pay with the good card", async () => {
        await payWith(goodCardOf(env));
        await page.waitForURL(/\/sales\//);
      }),
  };
}
