import { pbkdf2Sync } from "node:crypto";
import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled, requestOf } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

for (const encoding of ENCODINGS)
  test(
    `P15: a forged ${encoding} switches no waiting room and takes no place in one`,
    { tag: ["@once", "@purchase", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient, uniqueName }, { testId }) => {
      const { address: origin } = env;
      const { user, password } = required(env, "serviceLogin");
      const name = uniqueName("The Antechamber");
      const { eventId } = await serviceClient.putOnSale({ name });
      const networks = networksOf(testId);
      const [promoter, buyer] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const state = async () => `${(await serviceClient.call("GET", `/event/${eventId}`)).body.waitingRoom}`;
      const rest = { page, origin, encoding, sealer, otherVisitor: async () => buyer, state };
      const asPromoter: Scene = { ...rest, victim: promoter };
      const signIn = await formFor(asPromoter, "signInPromoter", "/en/promoter/sign-in", { user, password });
      await sendForm({ origin }, promoter, signIn);
      const list = `/en/promoter/events?q=${encodeURIComponent(name)}`;
      await attackThenSend(asPromoter, {
        name: "switchWaitingRoom",
        form: await formFor(asPromoter, "switchWaitingRoom", list),
        jars: { "a buyer's cookies": buyer.cookies },
      });
      expect(await state()).toBe("true");

      const asBuyer: Scene = { ...rest, victim: buyer };
      const form = await expect
        .poll(() => formFor(asBuyer, "takePlace", `/en/events/${eventId}/line`).catch(() => undefined))
        .not.toBeUndefined()
        .then(() => formFor(asBuyer, "takePlace", `/en/events/${eventId}/line`));
      const write = { name: "takePlace", form, needsVisitor: false, changesService: false };
      const { body } = await attackThenSend(asBuyer, write);
      if (encoding === "call") {
        // With script a place is worked for.
        expect([...buyer.cookies.keys()]).not.toContain(cookieAt(origin, `foyer-line-${eventId}`));
        await buyer.send(await requestOf(filled(form, { proof: solved(body) }), encoding, origin));
      }
      expect([...buyer.cookies.keys()]).toContain(cookieAt(origin, `foyer-line-${eventId}`));
      expect(ATTACKED.aWaitingRoom).toEqual(["takePlace", "switchWaitingRoom"]);
    },
  );

/** Returns the proof of the work that an answer to a script asks for. */
function solved(answer: string): string {
  const [, asked = "{}"] = /"challenge":(\{[^}]*\})/.exec(answer) ?? [];
  const { token, candidates, salt, target } = JSON.parse(asked);
  for (let number = 0; number < candidates; number += 1)
    if (pbkdf2Sync(salt, `${number}`, 1_000, 16, "sha256").toString("hex") === target) return `${number}.${token}`;
  throw new Error(`No work was asked for: ${answer}`);
}
