import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled, type PageForm } from "#e2e/attacks/forms.ts";
import { locationOf, networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { required } from "#e2e/support/target/env.ts";

for (const encoding of ENCODINGS) {
  test(
    `P15: no action of a waiting list accepts a forged ${encoding}, and each accepts the correct one`,
    {
      tag: ["@once", "@purchase", "@service", "@mail", "@sandbox"],
    },
    async ({ page, env, buyer, serviceClient, mailbox, uniqueName }, { testId }) => {
      test.slow();
      const { address: origin } = env;
      const ticketTypes = [{ name: "Stalls", price: "20.00" }];
      const show = await serviceClient.putOnSale({ name: uniqueName("The Queue"), ticketTypes, capacity: 2 });
      const [stalls = 0] = show.ticketTypeIds[0] ?? [];
      const taken = await serviceClient.reservePlaces(show.eventId, stalls, 2);
      const networks = networksOf(testId);
      const victim = openVisitor(origin, networks.next().value);
      const email = ownMailbox(buyer);
      const otherEmail = email.replace("@", "-other@");

      /** The page of the place in line that is attacked. */
      let place = "";
      const state = async () =>
        JSON.stringify([
          await serviceClient.placesLeft(stalls),
          // The time that is left of an offer is removed, since it changes by itself.
          place === ""
            ? ""
            : (await textOf(page, mainOf((await victim.copy().get(place)).body))).replace(/\d+:\d\d(?!\d| [ap]m)/, ""),
        ]);
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const otherVisitor = async () => openVisitor(origin, networks.next().value);
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor, state };
      const attacked: string[] = [];
      const write = (name: string, form: PageForm, rest: { readonly changesService?: boolean } = {}) => {
        attacked.push(name);
        const otherForms = place === "" ? {} : { "a changed link": filled(form, { link: `${linkOf(place)}x` }) };
        return attackThenSend(scene, { name, form, needsVisitor: false, otherForms, ...rest });
      };
      const joining = (address: string) =>
        formFor(scene, "join", `/en/events/${show.eventId}/waiting-list`, { email: address, quantity: "1" });
      const placeOf = async (address: string) => {
        const { text } = await mailbox.messageTo(address);
        const [link = ""] = /https?:\/\/\S+\/waiting-list\/[\w.-]+/.exec(text) ?? [];
        return new URL(link).pathname;
      };

      await write("join", await joining(email), { changesService: false });
      place = await placeOf(email);
      expect(await mailbox.messagesTo(email), "no forged request joined").toHaveLength(1);

      await write("confirm", await formFor(scene, "confirm", place));
      await write("change", await formFor(scene, "change", place, { quantity: "2" }));
      await serviceClient.call("DELETE", `/reservation/${taken}`);
      await mailbox.messageTo(email, { subject: show.name });
      const offered = await expect
        .poll(() => formFor(scene, "reserveOffered", place).catch(() => undefined), { timeout: 30_000 })
        .not.toBeUndefined()
        .then(() => formFor(scene, "reserveOffered", place));
      expect(locationOf(await write("reserveOffered", offered))).toBe("/en/checkout");

      await sendForm(scene, victim, await joining(otherEmail));
      place = await placeOf(otherEmail);
      await sendForm(scene, victim, await formFor(scene, "confirm", place));
      await write("leave", await formFor(scene, "leave", place));
      expect(attacked.toSorted()).toEqual(ATTACKED.aWaitingList.toSorted());
    },
  );
}

/** Returns the main part alone: a streamed page may have its title anywhere outside it. */
function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}

function linkOf(place: string): string {
  return place.split("/").at(-1) ?? "";
}
