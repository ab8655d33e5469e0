import { formFor, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, type PageForm, requestOf } from "#e2e/attacks/forms.ts";
import { cookiesIn, type HttpVisitor, locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { serviceState } from "#e2e/attacks/service-state.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { required } from "#e2e/support/target/env.ts";

test.describe.configure({ mode: "default" });

const PRICE = "67.41";

/** Where a browser without script is sent after a form that got no answer. The cart says so; the other page asks again by itself. */
const RETURNS: Readonly<Record<string, string>> = {
  addCodes: "/en/cart?failed=release&code=EARLYBIRD",
  releaseEvent: "/en/cart?failed=release",
  releaseTickets: "/en/cart?failed=release",
  pay: "/en/checkout/pay/checking?lost=1",
};

test("P35: with the service down pages are cached or answer 503, forms are refused, and all work afterwards", {
  tag: ["@outage", "@purchase", "@service", "@promoter", "@ledger", "@faults", "@sandbox"],
}, async ({ page, env, serviceClient, sandbox, uniqueName }) => {
  test.slow();
  const { address: origin, goodCard: card } = env;
  const ticketTypes = [{ name: "Stalls", price: PRICE }];
  const seen = await serviceClient.putOnSale({ name: uniqueName("The Gale"), ticketTypes });
  const unseen = await serviceClient.putOnSale({ name: uniqueName("The Squall"), ticketTypes });
  const [type = 0] = seen.ticketTypeIds[0] ?? [];
  const network = (visitor: number) => `172.31.${visitor}.1`;
  const [newVisitor, cartOwner, payer, owner, declined] = [1, 2, 3, 4, 5].map((at) =>
    openVisitor(origin, network(at)),
  ) as [HttpVisitor, HttpVisitor, HttpVisitor, HttpVisitor, HttpVisitor];
  const form = (victim: HttpVisitor, action: string, path: string, typed = {}) =>
    formFor({ page, victim }, action, path, typed);
  const reserve = (visitor: HttpVisitor) =>
    form(visitor, "reserveTickets", `/en/events/${seen.eventId}`, { [`qty.${type}`]: "1" });
  for (const visitor of [cartOwner, payer, owner, declined]) {
    await sendForm({ origin }, visitor, await reserve(visitor));
    if (visitor !== cartOwner)
      await sendForm({ origin }, visitor, await form(visitor, "giveDetails", "/en/checkout", ADA));
  }
  await sendForm({ origin }, declined, await form(declined, "pay", "/en/checkout/pay", env.badCard));
  const paid = await sendForm({ origin }, owner, await form(owner, "pay", "/en/checkout/pay", card));
  const sale = new URL(locationOf(paid), origin).pathname;
  const forms: readonly (readonly [visitor: HttpVisitor, action: string, form: PageForm])[] = [
    [newVisitor, "reserveTickets", await reserve(newVisitor)],
    [cartOwner, "addCodes", await form(cartOwner, "addCodes", "/en/cart", { code: "EARLYBIRD" })],
    [cartOwner, "releaseEvent", await form(cartOwner, "releaseEvent", "/en/cart")],
    [cartOwner, "releaseTickets", await form(cartOwner, "releaseTickets", "/en/cart")],
    [cartOwner, "extendReservation", await form(cartOwner, "extendReservation", "/en/checkout")],
    [cartOwner, "giveDetails", await form(cartOwner, "giveDetails", "/en/checkout", ADA)],
    [payer, "pay", await form(payer, "pay", "/en/checkout/pay", card)],
    [newVisitor, "signInPromoter", await signInForm({ page, victim: newVisitor }, env)],
  ];
  // The present month may have no dates left.
  const [, month, year] = wallTime(30).slice(0, 10).split("-");
  const calendar = `/en/calendar/${year}-${month}`;
  for (const path of ["/en", calendar, `/en/embed/events/${seen.eventId}`]) await newVisitor.get(path);
  const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
  const visits = await Promise.all([cartOwner, payer, owner, declined].map(({ cookies }) => sealer.visitIn(cookies)));
  const owned = {
    carts: new Set(visits.map((visit) => visit?.cartId ?? "")),
    sales: new Set(visits.flatMap((visit) => visit?.reservations.map(([key]) => key) ?? [])),
  };
  const state = () => serviceState(serviceClient, sandbox, { ticketTypes: [type], amounts: [PRICE] }, owned);
  const before = await state();

  const read = async (path: string, visitor: HttpVisitor) => {
    const { status, headers, body } = await visitor.get(path);
    const [main = ""] = /<main.*<\/main>/s.exec(body) ?? [];
    return { status, retryAfter: headers["retry-after"], text: await textOf(page, main) };
  };
  const shown = { status: 200, retryAfter: undefined };
  const unavailable = { status: 503, retryAfter: "10" };
  const noEvent = "We can’t show this event right now";
  const noCart = "We can’t reach the ticket service. What you typed is kept. Try again in a minute.";
  const isPaying = "Do not pay again.";
  const nothingSent = "This order isn’t paid yet";
  const noOrder = "Your order hasn’t changed. Try again in a minute.";

  await sandbox.serviceDown(true);
  try {
    for (const [path, visitor, answer, words] of [
      ["/en", newVisitor, shown, "From "],
      [calendar, newVisitor, shown, "What’s on in"],
      [`/en/events/${seen.eventId}`, newVisitor, shown, seen.name],
      [`/en/events/${unseen.eventId}`, newVisitor, unavailable, noEvent],
      [`/en/events/${unseen.eventId}/reminder`, newVisitor, unavailable, noEvent],
      [`/en/embed/events/${seen.eventId}`, newVisitor, shown, seen.name],
      [`/en/embed/events/${unseen.eventId}`, newVisitor, unavailable, noEvent],
      [`/en/search?q=${encodeURIComponent(seen.name)}`, newVisitor, shown, "We can’t search right now"],
      ["/en/cart", newVisitor, shown, "Your cart is empty"],
      ["/en/cart", cartOwner, unavailable, noCart],
      ["/en/checkout", cartOwner, unavailable, noCart],
      ["/en/checkout/pay", payer, unavailable, nothingSent],
      // The control: an attempt was sent, whatever became of it.
      ["/en/checkout/pay", declined, unavailable, isPaying],
      ["/en/checkout/pay/checking", payer, shown, isPaying],
      ["/en/checkout/receipt", payer, unavailable, isPaying],
      ["/en/checkout/tickets", payer, unavailable, isPaying],
      // Also that of a paid cart opens no tickets: they may have been removed from this device.
      ["/en/checkout/receipt", owner, unavailable, isPaying],
      ...["", "/receipt", "/refund", "/choice", "/pdf", "/calendar", "/app-manifest"].map(
        (part) => [`${sale}${part}`, owner, unavailable, noOrder] as const,
      ),
      ["/en/promoter/sign-in", newVisitor, shown, "Password"],
    ] as const) {
      const { text, ...answered } = await read(path, visitor);
      expect(answered, path).toEqual(answer);
      expect(text, path).toContain(words);
      if (path.includes("/events/")) expect(text, path).not.toMatch(/sold out|not found/i);
      expect(text, path).not.toMatch(/charged/i);
    }
    for (const [visitor, action, pageForm] of forms)
      for (const encoding of ENCODINGS) {
        const answer = await visitor.copy().send(await requestOf(pageForm, encoding, origin));
        const what = `${action} as a ${encoding}`;
        const returns = (encoding === "form" && RETURNS[action]) || "";
        expect(locationOf(answer), what).toBe(returns);
        expect(cookiesIn(answer), what).toEqual([]);
        // With script the page itself shows a message beside the form; only this action returns its own message.
        if ((encoding === "form" || action === "reserveTickets") && returns === "")
          expect(answer.body, what).toMatch(/didn’t get an answer|(couldn’t|can’t) reach the ticket service/);
        // The framework answers a call that throws; the page's script then shows a message beside the form.
        const refused = encoding === "form" ? [503, "10"] : [500, undefined];
        if (action !== "reserveTickets" && returns === "")
          expect([answer.status, answer.headers["retry-after"]], what).toEqual(refused);
      }
    const { body } = await cartOwner.get(RETURNS.addCodes ?? "");
    expect(body, "the typed code stays in the address").toMatch(/<input type="hidden" name="code" value="EARLYBIRD"/);
  } finally {
    await sandbox.serviceDown(false);
  }

  await expect.poll(async () => (await newVisitor.get("/api/ready")).status).toBe(200);
  expect((await cartOwner.get(RETURNS.addCodes ?? "")).body, "the typed code").toMatch(
    /<input[^>]* id="code"[^>]* value="EARLYBIRD"/,
  );
  expect(await state(), "the forms changed nothing at the service").toBe(before);
  for (const [action, leadsTo] of [
    ["giveDetails", /\/checkout\/pay$/],
    ["pay", /\/sales\//],
    ["reserveTickets", /\/checkout$/],
    ["signInPromoter", /\/promoter$/],
  ] as const) {
    const [visitor, , pageForm] = forms.find(([, name]) => name === action) ?? [];
    if (visitor === undefined || pageForm === undefined) throw new Error(`There is no form for ${action}.`);
    const answer = await sendForm({ origin }, visitor, pageForm);
    expect(locationOf(answer), `${action}, sent again with the same form`).toMatch(leadsTo);
  }
  const kinds = (await sandbox.ledger(PRICE)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["authorisation", "authorisation", "capture", "capture"]);
});
