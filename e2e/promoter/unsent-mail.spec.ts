import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { locationOf, networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

// The tests share the list of one account, so these run serially.
test.describe.configure({ mode: "default" });

/** The answer of the mail catcher that refuses an address. */
const REFUSED = "550";

test("a promoter sees emails that the mail server refused, and sends those of one reason again", {
  tag: ["@purchase", "@mail", "@buys", "@promoter", "@sandbox", "@once"],
}, async ({ page, env, anyTickets, buyer, checkout, tickets, mailbox }) => {
  const promoter = signInPage(page, env);
  await mailbox.behave("refuse5xx", buyer.email);
  await anyTickets.reserve();
  await checkout.buy(buyer);
  await expect(tickets.heading).toBeVisible();

  await promoter.open();
  await promoter.signIn();
  await page.getByRole("link", { name: text("UnsentMail.title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("UnsentMail.title") })).toBeVisible();
  const refused = page.getByRole("row").filter({ hasText: REFUSED });
  await expect(async () => {
    await page.reload();
    await expect(refused).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, "emails that were not sent");
  await mailbox.behave("accept", buyer.email);
  await refused.getByRole("button", { name: text("UnsentMail.again") }).click();
  await page.waitForURL(/queued=\d+&/);
  await expect(page.getByRole("status").filter({ hasText: text("UnsentMail.queued", { count: 1 }) })).toBeVisible();
  await expect(refused).toHaveCount(0);
  await mailbox.messageTo(buyer.email);
  await page.goto(`/${language}/promoter/messages?queued=0`);
  await expect(page.getByRole("heading", { level: 1, name: text("UnsentMail.title") })).toBeVisible();
});

for (const encoding of ENCODINGS)
  test(
    `P15: a forged ${encoding} sends no email again`,
    {
      tag: ["@once", "@purchase", "@service", "@mail", "@buys", "@promoter", "@sandbox"],
    },
    async ({ page, env, anyTickets, buyer, checkout, tickets, mailbox, serviceClient }, { testId }) => {
      const { address: origin } = env;
      await mailbox.behave("refuse5xx", buyer.email);
      await anyTickets.reserve();
      await checkout.buy(buyer);
      await expect(tickets.heading).toBeVisible();

      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id } = login.account as { readonly id: number };
      const causes = async () => {
        const { body } = await serviceClient.call("GET", `/account/${id}/deadMessages`);
        const all = body.causes as readonly { readonly error: string | null; readonly messages: number }[];
        return all.filter(({ error }) => error?.includes(REFUSED));
      };
      const state = async () => JSON.stringify(await causes());
      await expect.poll(state).not.toBe("[]");
      const [cause] = await causes();
      await mailbox.behave("accept", buyer.email);

      const networks = networksOf(testId);
      const [promoter, other] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      const signIn = await signInForm({ page, victim: promoter }, env);
      await sendForm({ origin }, promoter, signIn);
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const scene: Scene = { page, origin, encoding, victim: promoter, sealer, otherVisitor: async () => other, state };
      const found = await formFor(scene, "retryMessages", "/en/promoter/messages");
      const form = filled(found, { opened: JSON.stringify({ error: cause?.error }) });
      const answer = await attackThenSend(scene, {
        name: "retryMessages",
        form,
        jars: { "a buyer's cookies": other.cookies },
      });
      expect(locationOf(answer)).toMatch(/queued=1&/);
      await mailbox.messageTo(buyer.email);
      expect(ATTACKED.unsentMail).toEqual(["retryMessages"]);
    },
  );
