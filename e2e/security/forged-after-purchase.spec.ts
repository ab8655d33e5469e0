import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled, type PageForm } from "#e2e/attacks/forms.ts";
import { type HttpVisitor, locationOf, networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { serviceState } from "#e2e/attacks/service-state.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

type Reference = { readonly id: number };

for (const encoding of ENCODINGS) {
  test(
    `P15: no action after a purchase accepts a forged ${encoding}, and each accepts the correct one`,
    {
      tag: ["@once", "@purchase", "@service", "@promoter", "@mail", "@ledger", "@sandbox"],
    },
    async ({ page, env, buyer, serviceClient, sandbox, mailbox, uniqueName }, { testId }) => {
      test.slow();
      const { address: origin, goodCard: card } = env;
      const [price, paid] = encoding === "form" ? ["23.17", "92.68"] : ["23.19", "92.76"];
      const show = await serviceClient.putOnSale({
        name: uniqueName("The Return"),
        ticketTypes: [{ name: "Stalls", price }],
      });
      const [stalls = 0] = show.ticketTypeIds[0] ?? [];
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const networks = networksOf(testId);
      const visitor = () => openVisitor(origin, networks.next().value);
      const sales = new Set<string>();

      /** Buys tickets. Returns the path of the order and its tickets. */
      async function buy(as: HttpVisitor, quantity: string, email: string) {
        const chosen = { [`qty.${stalls}`]: quantity };
        const reserve = await formFor({ page, victim: as }, "reserveTickets", `/en/events/${show.eventId}`, chosen);
        expect(locationOf(await sendForm({ origin }, as, reserve))).toBe("/en/checkout");
        const [key = ""] = (await sealer.visitIn(as.cookies))?.reservations[0] ?? [];
        const details = await formFor({ page, victim: as }, "giveDetails", "/en/checkout", { ...ADA, email });
        await sendForm({ origin }, as, details);
        const pay = await formFor({ page, victim: as }, "pay", "/en/checkout/pay", card);
        const order = new URL(locationOf(await sendForm({ origin }, as, pay)), origin).pathname;
        sales.add(key);
        const { body } = await serviceClient.call("GET", `/payment/${key}`);
        return { order, tickets: (body.admissions as readonly Reference[]).map(({ id }) => String(id)) };
      }

      const victim = visitor();
      const { email } = buyer;
      const newEmail = email.replace("@", "-new@");
      let { order, tickets } = await buy(victim, "4", email);
      const theirs = await buy(visitor(), "1", email.replace("@", "-other@"));
      const theirLink = { link: theirs.order.split("/").at(-1) ?? "" };

      const { body: login } = await serviceClient.call("GET", "/user/login");
      const account = (login.account as Reference).id;
      const state = async () => {
        const watched = { ticketTypes: [stalls], amounts: [paid, price] };
        const { body } = await serviceClient.call("GET", `/account/${account}/refundRequests`);
        const requests = (body.requests as readonly { readonly event: Reference }[]).filter(
          ({ event }) => event.id === show.eventId,
        );
        const sold = await serviceState(serviceClient, sandbox, watched, { carts: new Set(), sales });
        return JSON.stringify([requests, sold]);
      };
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => visitor(), state };
      const attacked: string[] = [];
      const write = (
        name: string,
        form: PageForm,
        rest: Omit<Partial<Parameters<typeof attackThenSend>[1]>, "name" | "form"> = {},
        whose: Scene = scene,
      ) => {
        attacked.push(name);
        return attackThenSend(whose, { name, form, needsVisitor: false, ...rest });
      };
      const withLink = (form: PageForm) => ({ "the link of another order": filled(form, theirLink) });

      /** Expects one message of this kind more, since no forged request has sent any. */
      async function expectOneMessage(to: string, subject: RegExp, before = 0) {
        const count = async () => (await mailbox.messagesTo(to, { subject })).length;
        await expect.poll(count, { timeout: 30_000 }).toBe(before + 1);
      }

      const rename = await formFor(scene, "renameTicket", order, { holder: "Kiri Rangi" });
      await write("renameTicket", rename, { otherForms: withLink(rename) });

      const ticketsMail = /^Your tickets? for/;
      await expectOneMessage(email, ticketsMail);
      const again = await write("sendTicketsAgain", await formFor(scene, "sendTicketsAgain", `${order}/email`), {
        changesService: false,
      });
      expect(locationOf(again)).toMatch(/result=sent$/);
      await expectOneMessage(email, ticketsMail, 1);

      const change = await formFor(scene, "changeBuyersEmail", `${order}/email`, { email: newEmail });
      const asStranger = { ...scene, victim: visitor() };
      const before = await state();
      await sendForm(scene, asStranger.victim, change);
      expect(await state(), "a visitor with the link alone changed the address").toBe(before);
      const changed = await write("changeBuyersEmail", change, { otherForms: withLink(change) });
      expect(locationOf(changed)).toMatch(/result=sent&changed=1$/);
      order = new URL(locationOf(changed), origin).pathname.replace(/\/email$/, "");
      await expectOneMessage(newEmail, ticketsMail);

      const full = { untilHoursBefore: 24, percentage: 100, keepsFee: false };
      await serviceClient.call("PUT", `/event/${show.eventId}`, { refundPolicy: full });
      const [first = "", second = ""] = tickets;
      const refund = await formFor(scene, "refundChosen", `${order}/refund`, { ticket: first, email: newEmail });
      const refunded = await write("refundChosen", refund, {
        otherForms: {
          ...withLink(refund),
          "another email": filled(refund, { email }),
          "a ticket of another order": filled(refund, { ticket: theirs.tickets[0] ?? "" }),
        },
      });
      expect(locationOf(refunded)).toMatch(new RegExp(`done=refunded&of=${first}$`));
      expect((await sandbox.ledger(price)).map(({ kind }) => kind).filter((kind) => kind === "refund")).toHaveLength(1);

      await serviceClient.call("PUT", `/event/${show.eventId}`, { refundPolicy: null });
      const typed = { ticket: second, email: newEmail, reason: "The trains do not run." };
      const request = await formFor(scene, "requestChosen", `${order}/refund`, typed);
      const requested = await write("requestChosen", request, {
        otherForms: { ...withLink(request), "another email": filled(request, { email }) },
      });
      expect(locationOf(requested)).toMatch(new RegExp(`done=requested&of=${second}$`));

      const promoter = visitor();
      const signIn = await signInForm({ page, victim: promoter }, env);
      await sendForm(scene, promoter, signIn);
      const openRequest = async () => {
        const { body } = await serviceClient.call("GET", `/account/${account}/refundRequests?state=OPEN`);
        const requests = body.requests as readonly (Reference & { readonly event: Reference })[];
        return String(requests.find(({ event }) => event.id === show.eventId)?.id);
      };
      const asPromoter = { ...scene, victim: promoter };
      const byPromoter = { needsVisitor: true, jars: { "a buyer's cookies": victim.cookies } };
      const declinePath = `/en/promoter/refunds/${await openRequest()}/decline`;
      const decline = filled(await formFor(asPromoter, "declineRequest", declinePath), {
        reason: "It is too late.",
        confirmed: "1",
      });
      expect(locationOf(await write("declineRequest", decline, byPromoter, asPromoter))).toMatch(/done=declined&/);
      await sendForm(scene, victim, request);
      const decision = { id: await openRequest(), decision: "refund" };
      const decide = await formFor(asPromoter, "decideRequest", "/en/promoter/refunds");
      await write("decideRequest", filled(decide, decision), byPromoter, asPromoter);

      await serviceClient.call("PUT", `/eventDate/${show.eventDateIds[0]}/cancel`, { refund: "choice" });
      const [, of = ""] = /name="of" value="([^"]+)"/.exec((await victim.get(`${order}/choice`)).body) ?? [];
      const keep = await formFor(scene, "confirmChoice", `${order}/choice?of=${encodeURIComponent(of)}&to=keep`);
      const beforeChoice = await state();
      await sendForm(scene, asStranger.victim, keep);
      expect(await state(), "a visitor with the link alone chose for the buyer").toBe(beforeChoice);
      expect(locationOf(await write("confirmChoice", keep, { otherForms: withLink(keep) }))).toMatch(/done=kept$/);

      const find = { changesService: false };
      const found = /^Links to your tickets/;
      const newcomer = { ...scene, victim: visitor() };
      const lookups = [
        ["findTickets", "/en/find-tickets"],
        ["findTicketsFromCart", "/en/cart"],
      ] as const;
      let sent = (await mailbox.messagesTo(newEmail, { subject: found })).length;
      for (const [name, path] of lookups) {
        const form = await formFor(newcomer, name, path, { email: newEmail });
        expect(locationOf(await write(name, form, find, newcomer))).toBe("/en/find-tickets?sent=1");
        await expectOneMessage(newEmail, found, sent);
        sent += 1;
      }
      expect(attacked.toSorted()).toEqual(ATTACKED.afterPurchase.toSorted());

      const forget: PageForm = { path: "/en/find-tickets/forget", fields: [["locale", "en"]] };
      expect(victim.cookies.has(cookieAt(origin, "foyer-bought"))).toBe(true);
      const forgotten = await write("/find-tickets/forget", forget, { changesService: false });
      expect(forgotten.headers["clear-site-data"]).toBe('"storage"');
      expect(victim.cookies.has(cookieAt(origin, "foyer-bought"))).toBe(false);
    },
  );
}
