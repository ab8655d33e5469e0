import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { createTwoStepUser } from "#e2e/support/two-step-user.ts";

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} enters no code, nor does another browser`,
    { tag: ["@once", "@service", "@promoter", "@sandbox"] },
    async ({ page, env, serviceClient }, { testId }) => {
      const { address: origin } = env;
      const networks = networksOf(testId);
      const [victim, other] = [openVisitor(origin, networks.next().value), openVisitor(origin, networks.next().value)];
      const username = `forged-${encoding}-${Date.now()}@foyer.example`;
      const { user, password, nextCode } = await createTwoStepUser(serviceClient, env, username);
      const signIn = await formFor({ page, victim }, "signInPromoter", "/en/promoter/sign-in", { user, password });
      await sendForm({ origin }, victim, signIn);
      const state = async () => `/en/promoter answers ${(await victim.copy().get("/en/promoter")).status}`;
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => other, state };
      const form = filled(await formFor(scene, "enterCode", "/en/promoter/sign-in/code"), { code: nextCode() });
      await attackThenSend(scene, { name: "enterCode", form, jars: { "another browser's cookies": other.cookies } });
      expect(await state()).toBe("/en/promoter answers 200");
      expect(ATTACKED.aSecondStep).toEqual(["enterCode"]);
    },
  );
