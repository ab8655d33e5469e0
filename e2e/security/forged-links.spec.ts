import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

type Link = {
  readonly id: number;
  readonly name: string;
  readonly ended: string | null;
  readonly partner: object | null;
};

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} creates no link, changes none, and neither gives nor takes a partner's page`,
    { tag: ["@once", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient, uniqueName }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [victim, other] = [openVisitor(origin, networks.next().value), openVisitor(origin, networks.next().value)];
      await sendForm({ origin }, victim, await signInForm({ page, victim }, env));
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const name = uniqueName("Forged link");
      // Other tests add links to the same account.
      const ownLink = async () => {
        const { body } = await serviceClient.call("GET", `/account/${account}/links?q=${encodeURIComponent(name)}`);
        const [link] = body.links as readonly Link[];
        return link;
      };
      const state = async () => JSON.stringify(await ownLink()) ?? "none";
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };
      const links = "/en/promoter/share/links";

      const empty = await formFor(scene, "createLink", `${links}/new`);
      await attackThenSend(scene, { name: "createLink", form: filled(empty, { name }), jars });
      const own = `${links}/${(await ownLink())?.id}`;
      const partner = await formFor(scene, "createPartner", own);
      await attackThenSend(scene, { name: "createPartner", form: partner, jars });
      const end = await formFor(scene, "endPartner", own);
      await attackThenSend(scene, { name: "endPartner", form: end, jars });
      expect((await ownLink())?.partner).toBeNull();
      const found = await formFor(scene, "changeLink", own);
      await attackThenSend(scene, { name: "changeLink", form: filled(found, { name: `${name} changed` }), jars });
      expect((await ownLink())?.name).toBe(`${name} changed`);
      expect(ATTACKED.links).toEqual(["createLink", "changeLink", "createPartner", "endPartner"]);
    },
  );
