import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled, requestOf } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

type Reference = { readonly id: number; readonly name: string };

/** Each of 41 rows of two lists has a check mark for each of 41 sections. */
const ANSWER_CHARACTERS_MAX = 3_000_000;

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} adds no venue and changes none`,
    { tag: ["@once", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient, uniqueName }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [promoter, other] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      const signIn = await signInForm({ page, victim: promoter }, env);
      await sendForm({ origin }, promoter, signIn);
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const name = uniqueName("Shed Nine");
      // Other tests add venues to the same account.
      const ownVenues = async () => {
        const { body } = await serviceClient.call("GET", `/account/${account}/venues`);
        return (body.refs as readonly Reference[]).filter((venue) => venue.name.startsWith(name));
      };
      const state = async () => JSON.stringify(await ownVenues());
      const scene: Scene = { page, origin, encoding, victim: promoter, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };

      const section = { "sections.0.name": "Floor", "sections.0.capacity": "100" };
      const empty = await formFor(scene, "createVenue", "/en/promoter/venues/new");
      const added = filled(empty, { name, timeZone: "Pacific/Auckland", ...section });
      await attackThenSend(scene, { name: "createVenue", form: added, jars });

      const [venue] = await ownVenues();
      const found = await formFor(scene, "changeVenue", `/en/promoter/venues/${venue?.id}`);

      const rows = JSON.stringify({ sections: Array.from({ length: 1_000 }, (_, index) => ({ key: `${index}` })) });
      const endless = filled(found, { opened: "{}", theirs: rows, yours: rows });
      const answer = await promoter.send(await requestOf(endless, encoding, origin));
      expect(answer.status).toBe(200);
      expect(answer.body.length, "a form is drawn with no more rows than it may have").toBeLessThan(
        ANSWER_CHARACTERS_MAX,
      );

      const changed = filled(found, { name: `${name}, Lyttelton` });
      await attackThenSend(scene, { name: "changeVenue", form: changed, jars });
      expect(ATTACKED.venues).toEqual(["createVenue", "changeVenue"]);
    },
  );
