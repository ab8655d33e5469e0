import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

type Site = { readonly id: number; readonly origin: string; readonly returnPrefix: string | null };

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} registers no site, and neither changes nor removes one`,
    { tag: ["@once", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient, uniqueName }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [victim, other] = [openVisitor(origin, networks.next().value), openVisitor(origin, networks.next().value)];
      await sendForm({ origin }, victim, await signInForm({ page, victim }, env));
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const site = `https://${uniqueName("site")
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")}.example`;
      // Other tests add sites to the same account.
      const ownSite = async () => {
        const { body } = await serviceClient.call("GET", `/account/${account}/sites`);
        return (body.sites as readonly Site[]).find((one) => one.origin === site);
      };
      const state = async () => JSON.stringify(await ownSite()) ?? "none";
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };
      const sites = "/en/promoter/settings/embeds";

      const empty = await formFor(scene, "addSite", sites);
      await attackThenSend(scene, { name: "addSite", form: filled(empty, { origin: site }), jars });
      const own = `${sites}/${(await ownSite())?.id}`;
      const found = await formFor(scene, "changeSite", own);
      await attackThenSend(scene, { name: "changeSite", form: filled(found, { returnPrefix: "/evil" }), jars });
      expect((await ownSite())?.returnPrefix).toBe("/evil");
      const removal = await formFor(scene, "endSite", `${own}/remove`);
      await attackThenSend(scene, { name: "endSite", form: removal, jars });
      expect(ATTACKED.sites).toEqual(["addSite", "changeSite", "endSite"]);
    },
  );
