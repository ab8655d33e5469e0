import { formFor, sendPlainly } from "#e2e/attacks/attack.ts";
import { ENCODINGS, type PageForm, requestOf } from "#e2e/attacks/forms.ts";
import { cookiesIn, type HttpVisitor, locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { serviceState } from "#e2e/attacks/service-state.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { required } from "#e2e/support/env.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";

test.describe.configure({ mode: "default" });

const PRICE = "67.41";

test("P35: with the service down pages are kept or answer 503, no form does anything, and each works afterwards", {
  tag: ["@outage", "@sandbox-only"],
}, async ({ page, env, serviceClient, sandbox, uniqueName }) => {
  test.slow();
  const { address: origin, goodCard: number } = env;
  const ticketTypes = [{ name: "Stalls", price: PRICE }];
  const seen = await serviceClient.putOnSale({ name: uniqueName("The Gale"), ticketTypes });
  const unseen = await serviceClient.putOnSale({ name: uniqueName("The Squall"), ticketTypes });
  const [type = 0] = seen.ticketTypeIds[0] ?? [];
  const network = (visitor: number) => `172.31.${visitor}.1`;
  const [chooser, holder, payer, owner] = [1, 2, 3, 4].map((at) => openVisitor(origin, network(at))) as [
    HttpVisitor,
    HttpVisitor,
    HttpVisitor,
    HttpVisitor,
  ];
  const form = (victim: HttpVisitor, action: string, path: string, typed = {}) =>
    formFor({ page, victim }, action, path, typed);
  const reserve = (visitor: HttpVisitor) =>
    form(visitor, "reserveTickets", `/en/events/${seen.eventId}`, { [`qty.${type}`]: "1" });
  const card = { number, expiry: "12 / 34", code: "123", name: "Ada Lovelace" };
  for (const visitor of [holder, payer, owner]) {
    await sendPlainly({ origin }, visitor, await reserve(visitor));
    if (visitor !== holder)
      await sendPlainly({ origin }, visitor, await form(visitor, "giveDetails", "/en/checkout", ADA));
  }
  const paid = await sendPlainly({ origin }, owner, await form(owner, "pay", "/en/checkout/pay", card));
  const sale = new URL(locationOf(paid), origin).pathname;
  const forms: readonly (readonly [visitor: HttpVisitor, action: string, form: PageForm])[] = [
    [chooser, "reserveTickets", await reserve(chooser)],
    [holder, "addCodes", await form(holder, "addCodes", "/en/cart", { code: "EARLYBIRD" })],
    [holder, "releaseEvent", await form(holder, "releaseEvent", "/en/cart")],
    [holder, "releaseTickets", await form(holder, "releaseTickets", "/en/cart")],
    [holder, "extendReservation", await form(holder, "extendReservation", "/en/checkout")],
    [holder, "giveDetails", await form(holder, "giveDetails", "/en/checkout", ADA)],
    [payer, "pay", await form(payer, "pay", "/en/checkout/pay", card)],
    [
      chooser,
      "signInPromoter",
      await form(chooser, "signInPromoter", "/en/promoter/sign-in", {
        user: env.serviceUser ?? "",
        password: env.servicePassword ?? "",
      }),
    ],
  ];
  for (const path of ["/en", "/en/calendar", `/en/embed/events/${seen.eventId}`]) await chooser.get(path);
  const sealer = cookieSealer(required(env, "cookieKeys"));
  const visits = await Promise.all([holder, payer, owner].map(({ cookies }) => sealer.visitIn(cookies)));
  const owned = {
    carts: new Set(visits.map((visit) => visit?.cartId ?? "")),
    sales: new Set(visits.flatMap((visit) => visit?.reservations.map(([key]) => key) ?? [])),
  };
  const state = () => serviceState(serviceClient, sandbox, { ticketTypes: [type], amounts: [PRICE] }, owned);
  const before = await state();

  const says = async (path: string, visitor: HttpVisitor) => {
    const { status, headers, body } = await visitor.get(path);
    return { status, retryAfter: headers["retry-after"], text: await textOf(page, body) };
  };
  const shown = { status: 200, retryAfter: undefined };
  const unavailable = { status: 503, retryAfter: "10" };

  await sandbox.serviceDown(true);
  try {
    for (const [path, visitor, answer, words] of [
      ["/en", chooser, shown, "From $"],
      ["/en/calendar", chooser, shown, "What’s on in"],
      [`/en/events/${seen.eventId}`, chooser, shown, seen.name],
      [`/en/events/${unseen.eventId}`, chooser, unavailable, ""],
      [`/en/embed/events/${seen.eventId}`, chooser, shown, seen.name],
      [`/en/embed/events/${unseen.eventId}`, chooser, unavailable, ""],
      [`/en/search?q=${encodeURIComponent(seen.name)}`, chooser, shown, "We cannot search right now"],
      ["/en/cart", chooser, shown, "Your cart is empty"],
      ["/en/cart", holder, unavailable, ""],
      ["/en/checkout", holder, unavailable, ""],
      ["/en/checkout/pay", payer, unavailable, ""],
      // Paid is a fact once seen: the receipt of what is paid in full leads on to the tickets.
      ["/en/checkout/receipt", owner, { status: 307, retryAfter: undefined }, ""],
      [sale, owner, unavailable, ""],
      ["/en/promoter/sign-in", chooser, shown, "Password"],
    ] as const) {
      const { text, ...answered } = await says(path, visitor);
      expect(answered, path).toEqual(answer);
      expect(text, path).toContain(words);
      if (path.includes("/events/")) expect(text, path).not.toMatch(/sold out|not found/i);
    }
    for (const [visitor, action, drawn] of forms)
      for (const encoding of ENCODINGS) {
        const answer = await visitor.copy().send(await requestOf(drawn, encoding, origin));
        const what = `${action} as a ${encoding}`;
        expect(locationOf(answer), what).toBe("");
        expect(cookiesIn(answer), what).toEqual([]);
        // The one that is asked before there is anything to keep answers in words of its own.
        if (action === "reserveTickets") expect(answer.body, what).toContain("We could not reach the ticket service.");
        else expect([answer.status, answer.headers["retry-after"]], what).toEqual([503, "10"]);
      }
  } finally {
    await sandbox.serviceDown(false);
  }

  await expect.poll(async () => (await chooser.get("/api/ready")).status).toBe(200);
  expect(await state(), "nothing happened while the service was away").toBe(before);
  for (const [action, leadsTo] of [
    ["giveDetails", /\/checkout\/pay$/],
    ["pay", /\/sales\//],
    ["reserveTickets", /\/checkout$/],
    ["signInPromoter", /\/promoter$/],
  ] as const) {
    const [visitor, , drawn] = forms.find(([, name]) => name === action) ?? [];
    if (visitor === undefined || drawn === undefined) throw new Error(`There is no form for ${action}.`);
    const answer = await sendPlainly({ origin }, visitor, drawn);
    expect(locationOf(answer), `${action}, sent again with the form that was drawn before`).toMatch(leadsTo);
  }
  const kinds = (await sandbox.ledger(PRICE)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["authorisation", "authorisation", "capture", "capture"]);
});
