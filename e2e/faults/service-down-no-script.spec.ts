import { formFor, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { formOfAction, type PageForm } from "#e2e/attacks/forms.ts";
import { type HttpAnswer, type HttpVisitor, locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { addQuestions, BUYER_QUESTIONS, PRINTER_TICKETS, TERMS } from "#e2e/support/questions.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { type BuiltAction, builtActions } from "#e2e/tools/built-storefront.ts";

const { text, inText } = words;

test.describe.configure({ mode: "default" });
test.use({ javaScriptEnabled: false });

const STATES = ["serviceDown", "serviceBusy"] as const;

/** The page of a link that is none, as here, is not found without asking the service. */
const OF_MAILED_LINKS = ["createAccount", "setNewPassword", "confirmReplies"];
/** Not sent: an action that ends the session of the others, and actions that need the link of a waiting list or a guest. */
const LEFT_OUT = new Set([
  "signOutPromoter",
  "confirm",
  "change",
  "leave",
  "reserveOffered",
  "nameMyself",
  ...OF_MAILED_LINKS,
]);

/** What is said after a form of each place: by its page, or beside the form where the page renders without the service. */
const PLACES: readonly (readonly [place: RegExp, said: RegExp])[] = [
  // Without an attempt to pay, nothing was sent.
  [/\/checkout\/pay$/, /Do not pay again|nothing was sent to your bank/],
  [/\/checkout\/(?:pay|receipt|tickets)/, /Do not pay again/],
  [/\/(?:cart|checkout)$/, /What you typed is kept/],
  [/\/sales\//, /Your order hasn’t changed|didn’t get an answer|couldn’t reach/],
  [/./, /can’t (?:show|load) this (?:page|event)|didn’t get an answer|couldn’t reach/],
];

function wordsAt({ pages }: BuiltAction): RegExp {
  const [page = ""] = pages.toSorted((a, b) => a.length - b.length);
  const [, said = /$^/] = PLACES.find(([place]) => place.test(page)) ?? [];
  return said;
}

const FOUND = /Find my tickets|Check your email/;

/**
 * The page that is expected after an action whose page renders without the service. It shows the answer only to its own form, and
 * does not reveal a limit per address.
 */
const PAGES_WITHOUT_SERVICE: Readonly<Record<string, RegExp>> = {
  findTickets: FOUND,
  findTicketsFromCart: FOUND,
  requestNewPassword: /Forgot your password/,
  reserveTickets: /The Gale/,
  checkPayment: /Do not pay again/,
};

test("without JavaScript the details form keeps its input while the service is down or busy, and when its answer is lost", {
  tag: ["@outage", "@purchase", "@service", "@faults"],
}, async ({ page, serviceClient, sandbox, checkout, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Doldrums"),
    ticketTypes: PRINTER_TICKETS,
  });
  await addQuestions(serviceClient, eventId, BUYER_QUESTIONS, TERMS);
  await event.reserveWithoutScript(eventId, ticketTypeIds[0]?.[0] ?? 0, 1);
  await checkout.fillBuyer(ADA);
  await page.getByLabel(text("Details.optIn")).check();
  await page.getByRole("radio", { name: "Never" }).check();
  await page.getByLabel("Your line").fill("Over\nthe sea");
  await page.getByLabel(inText("Questions.terms")).check();
  for (const state of STATES) {
    await sandbox[state](true);
    try {
      for (const _press of ["first", "second"]) {
        await checkout.toPayment.click();
        await expect(page.getByRole("alert").filter({ hasText: text("Cart.lost.no_answer") })).toBeVisible();
        await expect(checkout.firstName).toHaveValue(ADA.firstName);
        await expect(checkout.lastName).toHaveValue(ADA.lastName);
        await expect(checkout.email).toHaveValue(ADA.email);
        await expect(page.getByLabel(text("Details.optIn"))).toBeChecked();
      }
    } finally {
      await sandbox[state](false);
    }
  }
  await sandbox.loseAnswer("/lock");
  await checkout.toPayment.click();
  await expect(page.getByRole("alert").filter({ hasText: text("Cart.lost.no_answer") })).toBeVisible();
  await expect(checkout.deadline).toBeVisible();
  await expect(checkout.email).toHaveValue(ADA.email);
  await checkout.toPayment.click();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  await page.goto("/en/checkout");
  await expect(page.getByLabel(text("Details.optIn"))).toBeChecked();
  await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
  await expect(page.getByLabel("Your line")).toHaveValue("Over\nthe sea");
});

test("P35: with the service down or busy every form without JavaScript is answered by a page", {
  tag: ["@outage", "@purchase", "@service", "@promoter", "@faults", "@sandbox"],
}, async ({ page, env, serviceClient, sandbox, uniqueName }) => {
  test.slow();
  const { address: origin } = env;
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Gale") });
  const [type = 0] = ticketTypeIds[0] ?? [];
  const visitor = openVisitor(origin, "172.31.5.1");
  const send = async (action: string, path: string, typed = {}) =>
    sendForm({ origin }, visitor, await formFor({ page, victim: visitor }, action, path, typed));
  const card = env.goodCard;
  const reserve = () => send("reserveTickets", `/en/events/${eventId}`, { [`qty.${type}`]: "1" });
  await reserve();
  await send("giveDetails", "/en/checkout", ADA);
  const order = new URL(locationOf(await send("pay", "/en/checkout/pay", card)), origin).pathname;
  const link = order.split("/").at(-1) ?? "";
  const { body } = await visitor.get(order);
  const [, admission = ""] = /id="ticket-(\d+)"/.exec(body) ?? [];
  await reserve();
  await send("giveDetails", "/en/checkout", ADA);
  await sendForm({ origin }, visitor, await signInForm({ page, victim: visitor }, env));

  const typed = {
    ...ADA,
    ...card,
    ...required(env, "serviceLogin"),
    link,
    admission,
    locale: "en",
    event: String(eventId),
    [`qty.${type}`]: "1",
    code: "EARLYBIRD",
    voucher: "AAAA-BBBB-CCCC-DDDD",
    holder: "Kiri Rangi",
    reason: "Ill",
    ticket: admission,
    quantity: "1",
    request: "1",
    decision: "refund",
    formKey: crypto.randomUUID(),
    currentEmail: ADA.email,
  };
  const answerTo = async ({ id, pages }: BuiltAction) => {
    const [pattern = ""] = pages.toSorted((a, b) => a.length - b.length);
    const path = pattern.replace("[locale]", "en").replace("[eventId]", String(eventId)).replace("[link]", link);
    const withTyped = ({ fields }: PageForm) => ({ path, fields: [...fields, ...Object.entries(typed)] });
    const answer = await sendForm({ origin }, visitor.copy(), withTyped(formOfAction(path, id)));
    // Some actions take the form as their first parameter, others as their second. They answer 404 to anything but a form.
    const plain: PageForm = { path, fields: [[`$ACTION_ID_${id}`, ""]] };
    const isRefused = answer.status === 404;
    return isRefused ? sendForm({ origin }, visitor.copy(), withTyped(plain)) : answer;
  };
  const shownBy = async (answer: HttpAnswer, reader: HttpVisitor): Promise<HttpAnswer> => {
    const location = locationOf(answer);
    return location === "" ? answer : shownBy(await reader.get(location.replace(origin, "")), reader);
  };

  const actions = builtActions().filter(({ name }) => !LEFT_OUT.has(name));
  expect(actions.length).toBeGreaterThan(25);
  for (const state of STATES) {
    await sandbox[state](true);
    try {
      for (const action of actions) {
        const { status, headers, body: html } = await shownBy(await answerTo(action), visitor.copy());
        const what = `${state}: ${action.name}`;
        expect([200, 503], what).toContain(status);
        expect(headers["content-type"], what).toContain("text/html");
        const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
        const told = await textOf(page, main);
        expect(told, what).toMatch(PAGES_WITHOUT_SERVICE[action.name] ?? wordsAt(action));
        expect(told, what).not.toMatch(/charged/i);
      }
    } finally {
      await sandbox[state](false);
    }
  }
});
