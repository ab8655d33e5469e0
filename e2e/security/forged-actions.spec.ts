import { ATTACKED, actionId } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled, formOfAction, type PageForm } from "#e2e/attacks/forms.ts";
import { type HttpVisitor, locationOf, networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { serviceState } from "#e2e/attacks/service-state.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions } from "#e2e/support/questions.ts";
import { required } from "#e2e/support/target/env.ts";
import { builtActions } from "#e2e/tools/built-storefront.ts";

const LONGER_THAN_ANY_RESERVATION_SECONDS = 3 * 60 * 60 + 60;
const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const GRACE = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" };
const GUESTS_NAME = [
  {
    name: "NAME",
    fieldType: "NAME",
    label: "Guest’s name",
    inputType: "TEXT",
    askedOf: "GUEST",
    metadata: { required: true },
  },
] as const;

for (const encoding of ENCODINGS) {
  test(
    `P15: no action of a purchase accepts a forged ${encoding}, and each accepts the correct one`,
    {
      tag: ["@once", "@purchase", "@service", "@ledger", "@clock", "@sandbox"],
    },
    async ({ page, env, serviceClient, sandbox, uniqueName }, { testId }) => {
      test.slow();
      const { address: origin, goodCard: card } = env;
      const [price, paid] = encoding === "form" ? ["61.23", "124.68"] : ["61.24", "124.70"];
      const show = await serviceClient.putOnSale({
        name: uniqueName("The Gatekeeper"),
        ticketTypes: [{ name: "Stalls", price, fee: "1.11" }],
      });
      const other = await serviceClient.putOnSale({
        name: uniqueName("The Postern"),
        ticketTypes: [{ name: "Pit", price: "9.00" }],
      });
      const free = await serviceClient.putOnSale({
        name: uniqueName("The Stranger"),
        ticketTypes: [{ name: "Free", price: "0.00" }],
      });
      await addQuestions(serviceClient, show.eventId, GUESTS_NAME);
      const code = `GATE${show.eventId}`;
      const guest = { email: `guest${show.eventId}@example.com` };
      const rule = { name: "Ten off", kind: "PER_TICKET", percentage: 10, events: [show.eventId] };
      await serviceClient.createPriceRule("discount", rule, [{ text: code }]);
      const [stalls, pit, freeType] = [show, other, free].map(({ ticketTypeIds }) => ticketTypeIds[0]?.[0] ?? 0) as [
        number,
        number,
        number,
      ];

      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const networks = networksOf(testId);
      const network = () => networks.next().value;
      const victim = openVisitor(origin, network());
      const pageForm = await formFor({ page, victim }, "reserveTickets", `/en/events/${free.eventId}`);
      const otherVisitor = async () => {
        const visitor = openVisitor(origin, network());
        const answer = await sendForm({ origin }, visitor, filled(pageForm, { [`qty.${freeType}`]: "1" }));
        expect(locationOf(answer)).toBe("/en/checkout");
        return visitor;
      };
      const seen = { carts: new Set<string>(), sales: new Set<string>() };
      const state = async (another?: HttpVisitor) => {
        await remember(seen, victim);
        const owned = { carts: new Set(seen.carts), sales: new Set(seen.sales) };
        if (another) await remember(owned, another);
        const watched = { ticketTypes: [stalls, pit], amounts: [paid], recipients: [guest.email] };
        return serviceState(serviceClient, sandbox, watched, owned);
      };
      async function remember({ carts, sales }: typeof seen, visitor: HttpVisitor) {
        const visit = await sealer.visitIn(visitor.cookies);
        if (visit) carts.add(visit.cartId);
        for (const [key] of visit?.reservations ?? []) sales.add(key);
      }
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor, state };
      const attacked: string[] = [];
      const write = async (
        name: string,
        path: string,
        typed = {},
        rest: Partial<Parameters<typeof attackThenSend>[1]> = {},
      ) => {
        attacked.push(name);
        const form = rest.form ?? (await formFor(scene, name, path, typed));
        return attackThenSend(scene, { name, ...rest, form });
      };

      await write("reserveTickets", `/en/events/${show.eventId}`, { [`qty.${stalls}`]: "2" }, { needsVisitor: false });
      expect(await serviceClient.placesLeft(stalls)).toBe(98);
      const chosen = { event: String(other.eventId), [`qty.${pit}`]: "1", locale: "en" };
      await sendForm(scene, victim, filled({ path: "/reserve", fields: [] }, chosen));
      const { body: handOff } = await victim.get("/en/hand-off");
      const [, token = ""] = /name="handOff" value="([^"]+)"/.exec(handOff) ?? [];
      const handedOff: PageForm = { path: "/reserve", fields: [["handOff", token]] };
      await attackThenSend(scene, { name: "/reserve", form: handedOff, isBound: true });
      expect(await serviceClient.placesLeft(pit)).toBe(99);

      await write("addCodes", "/en/cart", { code });
      await write("removeCode", "/en/cart");
      await sandbox.ageReservations(show.eventId, 60);
      await sandbox.ageReservations(other.eventId, 60);
      await write("extendReservation", "/en/checkout");
      await write("releaseTickets", "/en/cart");
      expect([await serviceClient.placesLeft(stalls), await serviceClient.placesLeft(pit)]).toEqual([100, 100]);
      await write("undoRemoval", "/en/cart");
      expect([await serviceClient.placesLeft(stalls), await serviceClient.placesLeft(pit)]).toEqual([98, 99]);
      const line = { event: String(other.eventId), ticketType: String(pit), quantity: "2" };
      await write("changeTickets", "/en/cart", line);
      expect(await serviceClient.placesLeft(pit)).toBe(98);
      await serviceClient.call("PUT", `/ticketType/${pit}`, { price: 8 });
      const event = { event: String(other.eventId) };
      const offered = () => formFor(scene, "takeTodaysPriceOf", "/en/cart", event).catch(() => undefined);
      await expect.poll(offered).toBeDefined();
      await write("takeTodaysPriceOf", "/en/cart", event);
      expect((await victim.get("/en/cart")).body).not.toContain("NZ$9.00");
      await write("releaseEvent", "/en/cart", { event: String(other.eventId) });
      expect(await serviceClient.placesLeft(pit)).toBe(100);
      await sandbox.ageReservations(show.eventId, LONGER_THAN_ANY_RESERVATION_SECONDS);
      await write("reserveTicketsAgain", "/en/checkout");
      expect(await serviceClient.placesLeft(stalls)).toBe(98);

      await write("giveDetails", "/en/checkout", ADA, { isBound: true });
      const voucher = await serviceClient.createVoucher(20);
      await write("applyVoucher", "/en/checkout/pay", { voucher: voucher.code }, { changesService: false });
      expect((await victim.get("/en/checkout/pay")).body).toContain("−NZ$20.00");
      await write("removeVoucher", "/en/checkout/pay", {}, { changesService: false });
      expect((await victim.get("/en/checkout/pay")).body).not.toContain("−NZ$20.00");
      const beforePay = victim.copy();
      const answer = await write("pay", "/en/checkout/pay", card, { isBound: true });
      expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);
      const sale = new URL(locationOf(answer), origin).pathname;
      const checking = formOfAction("/en/checkout/pay/checking", actionId("checkPayment"));
      await write("checkPayment", "", {}, { form: checking, changesService: false });

      attacked.push("showTickets");
      const lost = { ...scene, victim: beforePay };
      const question = await formFor(lost, "showTickets", "/en/checkout/tickets", { email: ADA.email });
      const shown = await attackThenSend(lost, { name: "showTickets", form: question, changesService: false });
      expect(locationOf(shown)).toMatch(/\/sales\//);

      const theirs = await otherVisitor();
      const details = await formFor({ page, victim: theirs }, "giveDetails", "/en/checkout", GRACE);
      const theirSale = new URL(locationOf(await sendForm(scene, theirs, details)), origin).pathname;
      const theirLink = { link: theirSale.split("/").at(-1) ?? "" };
      expect(theirLink.link.length).toBeGreaterThan(40);
      const named1 = withGuestName(await formFor(scene, "nameGuests", sale), "Kiri Rangi");
      const withLink = (form: PageForm) => ({ "the link of another sale": filled(form, theirLink) });
      const byLink = { needsVisitor: false } as const;
      await write("nameGuests", sale, {}, { ...byLink, form: named1, otherForms: withLink(named1) });

      const { body: board } = await victim.get(sale);
      const guestLinks = [...board.matchAll(/href="[^"]*?(\/en\/sales\/[^"/]+\/guest)"/g)].map(([, href = ""]) => href);
      const own = withGuestName(await formFor(scene, "nameMyself", guestLinks.at(-1) ?? ""), "Mere Rangi");
      await write("nameMyself", "", {}, { ...byLink, form: own, otherForms: withLink(own) });

      const toGuest = await formFor(scene, "mailGuest", sale, guest);
      await write("mailGuest", "", {}, { ...byLink, form: toGuest, otherForms: withLink(toGuest) });
      const renewed = await formFor(scene, "makeNewLink", `${sale}/new-link`, { email: ADA.email });
      const otherEmail = filled(renewed, { email: "grace@example.com" });
      await write(
        "makeNewLink",
        "",
        {},
        {
          ...byLink,
          form: renewed,
          changesService: false,
          otherForms: { ...withLink(renewed), "another email": otherEmail },
        },
      );
      expect((await victim.get(sale)).status, "the new link revokes the old one").toBe(404);
      expect(attacked.toSorted()).toEqual(ATTACKED.aPurchase.toSorted());
    },
  );
}

for (const encoding of ENCODINGS) {
  test(
    `P15: a forged ${encoding} does not sign a promoter in or out`,
    { tag: ["@once", "@promoter", "@sandbox"] },
    async ({ page, env }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [victim, otherVisitor] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      const signIn = await signInForm({ page, victim }, env);
      await sendForm({ origin }, otherVisitor, signIn);
      const state = async () => `/en/promoter answers ${(await victim.copy().get("/en/promoter")).status}`;
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => otherVisitor, state };
      await attackThenSend(scene, { name: "signInPromoter", form: signIn, needsVisitor: false });
      expect(await state()).toBe("/en/promoter answers 200");
      const form = await formFor(scene, "signOutPromoter", "/en/promoter");
      const jars = { "another session's cookie": otherVisitor.cookies };
      await attackThenSend(scene, { name: "signOutPromoter", form, jars });
      expect(ATTACKED.aPromoter).toEqual(["signInPromoter", "signOutPromoter"]);
    },
  );
}

function withGuestName(form: PageForm, name: string): PageForm {
  const fields = form.fields.filter(([field]) => /^g-.*NAME$/.test(field)).map(([field]) => [field, name]);
  return filled(form, Object.fromEntries(fields));
}

test("P15: these tests attack every action of the build", { tag: ["@once", "@sandbox"] }, () => {
  const attacked: readonly string[] = Object.values(ATTACKED).flat();
  expect(
    builtActions()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(attacked.toSorted());
});

test("P14: no action has a bound closure", { tag: ["@once", "@sandbox"] }, () => {
  const names = builtActions().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.startsWith("$$RSC_SERVER_ACTION_"))).toEqual([]);
});
