import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { serviceState } from "#e2e/attacks/service-state.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/other-storefront-test.ts";

const NETWORK = "127.0.0.1";

test("P15: a forged form does not retry or remove the unpaid rest of a partly paid cart", {
  tag: ["@once", "@purchase", "@sandbox"],
}, async ({ page, shop, env, uniqueName }) => {
  const { address: origin } = shop;
  const sealer = cookieSealer(shop.cookieKeys);
  const shows = ["The Picture", "The Roman Actor", "The Bondman"].map((name, at) =>
    shop.putOnSale(uniqueName(name), `19.0${at + 1}`),
  );
  const types = shows.map(({ type }) => type.id);
  const reserve = async (visitor: Scene["victim"], which: number) => {
    const path = `/en/events/${shows[which]?.eventId}`;
    const pageForm = await formFor({ page, victim: visitor }, "reserveTickets", path);
    const answer = await sendForm({ origin }, visitor, filled(pageForm, { [`qty.${types[which]}`]: "1" }));
    expect(locationOf(answer)).toBe("/en/checkout");
  };
  const otherVisitor = async () => {
    const visitor = openVisitor(origin, NETWORK);
    await reserve(visitor, 2);
    return visitor;
  };

  for (const encoding of ENCODINGS) {
    const victim = openVisitor(origin, NETWORK);
    await reserve(victim, 0);
    await reserve(victim, 1);
    await sendForm({ origin }, victim, await formFor({ page, victim }, "giveDetails", "/en/checkout", ADA));
    shop.service.behave(["pay", "refuse"]);
    const card = env.goodCard;
    const pay = await formFor({ page, victim }, "pay", "/en/checkout/pay", card);
    expect(locationOf(await sendForm({ origin }, victim, pay))).toBe("/en/checkout/receipt");
    const visit = await sealer.visitIn(victim.cookies);
    const [carts, sales] = [new Set([visit?.cartId ?? ""]), new Set(visit?.reservations.map(([key]) => key))];
    expect(sales.size).toBe(2);
    const sceneOf = (visitor: Scene["victim"]): Scene => {
      const watched = { ticketTypes: types.slice(0, 2), amounts: ["19.01", "19.02"] };
      const state = async () => {
        const leadsTo = locationOf(await visitor.copy().get("/en/checkout/pay"));
        return `${leadsTo} ${await serviceState(shop.client, shop.sandbox, watched, { carts, sales })}`;
      };
      return { page, origin, encoding, victim: visitor, sealer, otherVisitor, state };
    };

    // Retrying is recorded in the visitor's cookie alone, so a browser with the older cookie can still remove the rest.
    const retrying = sceneOf(victim.copy());
    const retry = await formFor(retrying, "retryRest", "/en/checkout/receipt");
    const retried = await attackThenSend(retrying, { name: "retryRest", form: retry });
    expect(locationOf(retried)).toBe("/en/checkout/pay");
    const removing = sceneOf(victim);
    const before = shop.service.placesLeft(types[1] ?? 0);
    const remove = await formFor(removing, "releaseRest", "/en/checkout/receipt");
    await attackThenSend(removing, { name: "releaseRest", form: remove });
    expect(shop.service.placesLeft(types[1] ?? 0)).toBe(Number(before) + 1);
  }
  expect(ATTACKED.aPartPaid).toEqual(["retryRest", "releaseRest"]);
});
