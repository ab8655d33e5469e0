import { expect, type Locator, type Page, test } from "@playwright/test";
import type { Places } from "#e2e/support/places.ts";
import { type BuyerInput, scriptlessBuyer } from "#e2e/support/scriptless-buyer.ts";
import type { Card, Environment } from "#e2e/support/target/env.ts";
import { isTestCard } from "#e2e/support/target/target.ts";
import { words } from "#e2e/support/words.ts";
import { answerQuestions } from "./answer-questions.ts";
import { emptyCart } from "./empty-cart.ts";
import { totalIn } from "./summary-total.ts";
import { typeSecret } from "./type-secret.ts";

const { text, like, inText } = words;

export type CardInput = Partial<Card> & Pick<Card, "number">;

export const ADA: BuyerInput = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** The details and payment pages as a visitor sees them. Only this file knows the card's fields. */
export function checkoutPage(page: Page, env: Environment, places?: Pick<Places, "paying">) {
  const card = {
    number: page.getByLabel(text("Pay.number")),
    expiry: page.getByLabel(text("Pay.expiry")),
    code: page.getByLabel(text("Pay.code")),
    name: page.getByLabel(text("Pay.name")),
  };
  const firstName = page.getByLabel(text("Details.firstName"), { exact: true });
  const lastName = page.getByLabel(text("Details.lastName"), { exact: true });
  const hasOneName = page.getByRole("checkbox", { name: text("Details.oneName") });
  const onlyName = page.getByRole("textbox", { name: text("Details.name"), exact: true });
  const email = page.getByLabel(text("Details.email"), { exact: true });
  const phone = page.getByLabel(text("Details.phone"));
  const toPayment = page.getByRole("button", { name: text("Details.toPayment") });
  const payButton = page.getByRole("button", { name: like("Pay.pay") });
  const review = page.getByRole("region", { name: text("Cart.review") });
  const giver = page.getByRole("region", { name: text("Pay.buyer") });
  const voucherCode = page.getByLabel(text("Pay.voucher.label"));

  async function fillBuyer(buyer: BuyerInput) {
    if (buyer.firstName === "") {
      await hasOneName.check();
      await onlyName.fill(buyer.lastName);
    } else {
      await firstName.fill(buyer.firstName);
      await lastName.fill(buyer.lastName);
    }
    await email.fill(buyer.email);
  }

  async function fillDetails(buyer: BuyerInput) {
    await fillBuyer(buyer);
    await answerQuestions(page);
  }

  async function typeCard({ number, expiry = "12 / 34", code = "123", name = "Ada Lovelace" }: CardInput) {
    const type = isTestCard(number) ? (field: Locator, text: string) => field.fill(text) : typeSecret;
    await type(card.number, number);
    await type(card.expiry, expiry);
    await type(card.code, code);
    await card.name.fill(name);
  }

  async function submitDetails(buyer: BuyerInput) {
    await fillDetails(buyer);
    await toPayment.click();
    await page.waitForURL(/\/checkout\/pay$/);
  }

  const quickBuyer = () => scriptlessBuyer(page.request, env, page, words.language);

  const paymentPath = `/${words.language}/checkout/pay`;

  /** Posts the details, and opens the payment. Types them where the promoter asks more. */
  async function openPayment(buyer: BuyerInput) {
    const { path } = await quickBuyer().giveDetails(buyer);
    if (path === paymentPath) await page.goto(path);
    else await submitDetails(buyer);
  }

  /** Posts details and card, and opens the order. Types what a form without a script cannot give: answers, or a proof of work. */
  async function buy(buyer: BuyerInput) {
    const given = await quickBuyer().giveDetails(buyer);
    if (given.path !== paymentPath) {
      await submitDetails(buyer);
      return payWithGoodCard();
    }
    const [{ path, alert } = { path: "", alert: "" }] = await quickBuyer().pay(env.goodCard);
    if (path.includes("/sales/")) return void (await page.goto(path));
    if (!alert.includes(text("Pay.refusal.proof_required")))
      throw new Error(`The good card did not pay. The page says: ${path}${alert}`);
    await page.goto(paymentPath);
    await payWithGoodCard();
  }

  async function typeVoucher(code: string) {
    if (!(await voucherCode.isVisible())) await page.getByText(text("Pay.voucher.use")).click();
    await voucherCode.fill(code);
  }

  const payWith = (input: CardInput) =>
    test.step(`Pay with the card ending in ${input.number.slice(-4)}`, async () => {
      await typeCard(input);
      await payButton.click();
    });

  const timer = page.getByRole("timer");

  /** Waits until the timer runs. The page is then hydrated, and shows the reader's own time. */
  async function timerRuns() {
    await expect(timer).not.toHaveText(await timer.innerText());
  }

  /** Returns the seconds on the timer. */
  async function secondsLeft() {
    const [minutes = 0, seconds = 0] = (await timer.innerText()).split(":").map(Number);
    return minutes * 60 + seconds;
  }

  /** Returns once the tickets are shown. Throws with the page's words as soon as it refuses: each new refusal takes the focus. */
  async function ticketsShown() {
    const refusal = page.getByRole("main").getByRole("alert").and(page.locator(":focus"));
    const refused = refusal.waitFor({ timeout: 0 }).then(
      async () => {
        throw new Error(
          `The good card did not pay. The page says: ${(await refusal.innerText()).replaceAll("\n", " ")}`,
        );
      },
      // The page has closed.
      () => new Promise<never>(() => {}),
    );
    await Promise.race([page.waitForURL(/\/sales\//), refused]);
  }

  const payWithGoodCard = () =>
    test.step("Pay with the good card", async () => {
      places?.paying();
      await payWith(env.goodCard);
      await ticketsShown();
    });

  return {
    card,
    voucherCode,
    payButton,
    typeCard,
    firstName,
    lastName,
    hasOneName,
    onlyName,
    email,
    phone,
    toPayment,
    /** The order, with its total. On a phone its lines are folded. */
    review,
    /** The buyer on the payment page. */
    giver,
    edit: page.getByRole("link", { name: inText("Pay.edit") }),
    timer,
    timerRuns,
    secondsLeft,
    /** Sets the page's installed clock forward until this many seconds are left on the timer; below 0, until they have passed. */
    forwardUntilLeft: async (seconds: number) => {
      await timerRuns();
      await page.clock.fastForward(((await secondsLeft()) - seconds) * 1000);
    },
    emptyCart: () => emptyCart(page),
    /** Returns the total of the order on the payment page, such as "$95.00". */
    total: () => totalIn(review),
    /** Waits until the review and the pay button show this total. In German the button has no amount. */
    showsTotal: async (total: string) => {
      await expect(payButton).toHaveAccessibleName(text("Pay.pay", { total }));
      await expect.poll(() => totalIn(review)).toBe(total);
    },
    /** Waits until the order and the pay button show what the voucher leaves to pay by card. */
    showsRestByCard: async (rest: string) => {
      await expect(payButton).toHaveAccessibleName(text("Pay.pay", { total: rest }));
      await expect(review.getByText(text("Pay.voucher.byCard")).locator("xpath=following-sibling::dd")).toHaveText(
        rest,
      );
    },
    /** "2 tickets reserved until 7:30 pm", of this number of tickets. */
    reserved: (count: number) =>
      page.getByText(inText("Common.timer.reservedUntil", { count })).filter({ visible: true }),
    /** "2 tickets reserved until 7:30 pm". */
    deadline: page.getByText(like("Common.timer.reservedUntil")).filter({ visible: true }),
    problem: page.getByRole("alert").filter({ hasText: text("Common.problem") }),
    connectionProblem: page.getByRole("alert").filter({ hasText: text("Errors.lost.title") }),
    /** The message after a declined card. Outside the main part Next announces each new page in an alert of its own. */
    declined: page
      .getByRole("main")
      .getByRole("alert")
      .filter({ hasText: text("Pay.refusal.card_refused") }),
    expiredHeading: page.getByRole("heading", { name: text("Cart.expired.title") }),

    /** Types the buyer's details, and leaves every question of the promoter open. */
    fillBuyer,
    /** Types the buyer's details, and answers what else the promoter asks. */
    fillDetails,
    /** The document's title after a failed submit. */
    problemTitle: new RegExp(`^${text("Errors.titleWithError", { title: "" })}`),

    /** Types the buyer's details, answers what else the promoter asks, and goes to the payment. */
    submitDetails: (buyer: BuyerInput = ADA) =>
      test.step(`Submit the details of ${buyer.firstName} ${buyer.lastName}`, () => submitDetails(buyer)),
    /** As `submitDetails`, for tests of what comes afterwards: by the form alone, unless the promoter asks more. */
    openPayment: (buyer: BuyerInput = ADA) =>
      test.step("Give the details and open the payment", () => openPayment(buyer)),
    /** Buys what is reserved and opens the order, for tests of the order: by the forms alone, unless the promoter asks more. */
    buy: (buyer: BuyerInput = ADA) =>
      test.step("Buy what is reserved", async () => {
        places?.paying();
        await buy(buyer);
      }),
    typeVoucher,
    applyVoucher: (code: string) =>
      test.step("Apply a voucher", async () => {
        await typeVoucher(code);
        await page.getByRole("button", { name: text("Pay.voucher.apply") }).click();
      }),
    payWith: (number: string) => payWith({ number }),
    payWithBadCard: () => payWith(env.badCard),
    payWithGoodCard,
  };
}
