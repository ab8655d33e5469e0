import { TOTP } from "otpauth";
import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openServiceClient } from "#e2e/support/service-client.ts";
import { required } from "#e2e/support/target/env.ts";

type Entry = { readonly user: { readonly id: number }; readonly call: string; readonly status: number };

const PASSWORD = "seven green bottles";
const PAGES = "/en/promoter/account";

for (const encoding of ENCODINGS)
  test(
    `P15: a forged ${encoding} changes no password, second factor or token`,
    { tag: ["@once", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [promoter, other] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      const user = `forged-${testId}-${Date.now()}@foyer.example`;
      const { body: made } = await serviceClient.call("POST", "/user", {
        username: user,
        password: PASSWORD,
        capabilities: ["REPORTS"],
      });
      const ownEnv = { ...env, serviceLogin: { user, password: PASSWORD } };
      const service = openServiceClient(ownEnv);
      const signIn = await signInForm({ page, victim: promoter }, ownEnv);
      await sendForm({ origin }, promoter, signIn);

      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      /** What this user has changed, by the log. */
      const state = async () => {
        const { body } = await serviceClient.call("GET", `/account/${account}/auditLog?user=${made.id}&pageSize=200`);
        const done = (body.entries as readonly Entry[]).filter(({ status }) => status < 300);
        return JSON.stringify(done.map(({ call }) => call));
      };
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const scene: Scene = { page, origin, encoding, victim: promoter, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };

      const token = await formFor(scene, "createToken", `${PAGES}/tokens/new`);
      const wanted = { name: "Export", scopes: "REPORTS", days: "30", current: PASSWORD };
      await attackThenSend(scene, { name: "createToken", form: filled(token, wanted), jars });
      const deleted = await formFor(scene, "deleteToken", `${PAGES}/tokens`);
      await attackThenSend(scene, { name: "deleteToken", form: deleted, jars });

      const begun = filled(await formFor(scene, "turnOnFactor", `${PAGES}/second-factor`), { current: PASSWORD });
      await attackThenSend(scene, { name: "turnOnFactor", form: begun, jars });
      const { body: factor } = await service.call("POST", "/user/secondFactor", { current: PASSWORD });
      const code = new TOTP({ secret: String(factor.secret) }).generate();
      await service.call("PUT", "/user/secondFactor", { code });
      const on = await formFor(scene, "turnOffFactor", `${PAGES}/second-factor`);
      const [backupCode = ""] = factor.backupCodes as readonly string[];
      await attackThenSend(scene, { name: "turnOffFactor", form: filled(on, { code: backupCode }), jars });

      const password = await formFor(scene, "changePassword", `${PAGES}/password`);
      const passwords = { current: PASSWORD, password: "eight grey herons" };
      await attackThenSend(scene, { name: "changePassword", form: filled(password, passwords), jars });

      const everywhere = await formFor(scene, "signOutEverywhere", `${PAGES}/tokens`);
      await attackThenSend(scene, { name: "signOutEverywhere", form: everywhere, jars });
      const attacked = ["createToken", "deleteToken", "turnOnFactor", "turnOffFactor", "changePassword"];
      expect([...ATTACKED.ownAccount].toSorted()).toEqual([...attacked, "signOutEverywhere"].toSorted());
    },
  );
