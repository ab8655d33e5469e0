import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

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
      const signIn = await formFor({ page, victim: promoter }, "signInPromoter", "/en/promoter/sign-in", {
        user: env.serviceLogin?.user ?? "",
        password: env.serviceLogin?.password ?? "",
      });
      await sendForm({ origin }, promoter, signIn);
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const state = async () =>
        JSON.stringify((await serviceClient.call("GET", `/account/${account}/venues`)).body.refs);
      const scene: Scene = { page, origin, encoding, victim: promoter, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };

      const name = uniqueName("Shed Nine");
      const section = { "sections.0.name": "Floor", "sections.0.capacity": "100" };
      const empty = await formFor(scene, "createVenue", "/en/promoter/venues/new");
      const added = filled(empty, { name, timeZone: "Pacific/Auckland", ...section });
      await attackThenSend(scene, { name: "createVenue", form: added, jars });

      const venues = JSON.parse(await state()) as readonly { readonly id: number; readonly name: string }[];
      const id = venues.find((venue) => venue.name === name)?.id;
      const found = await formFor(scene, "changeVenue", `/en/promoter/venues/${id}`);
      const changed = filled(found, { name: `${name}, Lyttelton` });
      await attackThenSend(scene, { name: "changeVenue", form: changed, jars });
      expect(ATTACKED.venues).toEqual(["createVenue", "changeVenue"]);
    },
  );
