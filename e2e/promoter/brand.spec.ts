import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;
const SETTINGS = `/${language}/promoter/settings`;

// The tests change one account, so these run serially, and each leaves it as it was. Others add sites to it, which is a change of it too.
test.describe.configure({ mode: "default" });

async function accountOf(service: ServiceClient) {
  const { body: login } = await service.call("GET", "/user/login");
  const path = `/account/${(login.account as { readonly id: number }).id}`;
  return {
    async read() {
      const { version: _, embedOrigins: __, ...rest } = (await service.call("GET", path)).body;
      return rest;
    },
    change: (body: object) => service.call("PUT", path, body),
  };
}

/** Returns the path of the page that confirms an address for replies. */
function linkIn(message: { readonly text: string }): string {
  const [link = ""] = /https?:\/\/\S+\/replies\/\S+/.exec(message.text) ?? [];
  return new URL(link).pathname;
}

test("a manager sees how buyers see a colour while it is typed, and a wrong one is refused at its field", {
  tag: ["@once", "@service", "@promoter"],
}, async ({ page, env, serviceClient }) => {
  const account = await accountOf(serviceClient);
  const before = await account.read();
  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await page.goto(`${SETTINGS}/brand`);
  const save = page.getByRole("button", { name: text("Brand.save"), exact: true });
  const colour = page.getByRole("textbox", { name: text("Brand.colour") });
  await untilHydrated(save);
  await expectAccessible(page, "the brand of a shop");
  await expect(page.locator("head > title")).toHaveCount(1);

  const names = { "#ffe600": "yellow", "#000000": "black" } as const;
  for (const [typed, name] of Object.entries(names)) {
    await colour.fill(typed);
    const kept = text("ColourPreview.kept", { colour: text(`ColourPreview.names.${name}`) });
    await expect(page.getByRole("status").filter({ hasText: kept })).toBeVisible();
    await expect(page.getByLabel(text("Brand.pickColour"))).toHaveValue(typed);
  }
  await colour.fill("blurple");
  await save.click();
  await expect(page.getByText(text("Reasons.reason.not_a_colour")).first()).toBeVisible();
  expect(await account.read(), "nothing was saved").toEqual(before);
});

test("replies go to another address once its owner has confirmed it, by one press of a button", {
  tag: ["@once", "@service", "@promoter", "@mail"],
}, async ({ page, env, serviceClient, mailbox, buyer }) => {
  const account = await accountOf(serviceClient);
  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await page.goto(`${SETTINGS}/mail`);
  const save = page.getByRole("button", { name: text("MailSettings.save"), exact: true });
  await untilHydrated(save);
  await page.getByRole("textbox", { name: text("MailSettings.replyTo") }).fill(buyer.email);
  await save.click();
  await expect(page.getByText(text("MailSettings.pending", { email: buyer.email }))).toBeVisible();
  await expectAccessible(page, "the sender of emails");

  const link = linkIn(await mailbox.messageTo(buyer.email));
  await page.goto(link);
  expect(await account.read(), "opening the link changes nothing").toMatchObject({ replyToPending: buyer.email });
  await expectAccessible(page, "the address for replies");
  await page.getByRole("button", { name: text("ReplyAddress.confirm") }).click();
  await expect(page.getByRole("heading", { name: text("ReplyAddress.done") })).toBeVisible();
  expect(await account.read()).toMatchObject({ replyTo: buyer.email, replyToPending: null });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: text("ReplyAddress.ended") })).toBeVisible();
  await account.change({ replyTo: null });
});

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} changes neither the brand nor the sender of an account`,
    { tag: ["@once", "@service", "@promoter", "@mail", "@sandbox"] },
    async ({ page, env, serviceClient, mailbox, buyer }, { testId }) => {
      const { address: origin } = env;
      const account = await accountOf(serviceClient);
      const before = await account.read();
      const networks = networksOf(testId);
      const [victim, other] = [openVisitor(origin, networks.next().value), openVisitor(origin, networks.next().value)];
      await sendForm({ origin }, victim, await signInForm({ page, victim }, env));
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const state = async () => JSON.stringify(await account.read());
      const scene: Scene = { page, origin, encoding, victim, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };

      const brand = await formFor(scene, "changeBrand", `${SETTINGS}/brand`);
      const changed = filled(brand, { legalName: `${before.legalName} and Sons` });
      await attackThenSend(scene, { name: "changeBrand", form: changed, jars });
      const mail = await formFor(scene, "changeMail", `${SETTINGS}/mail`);
      await attackThenSend(scene, { name: "changeMail", form: filled(mail, { replyTo: buyer.email }), jars });
      const link = linkIn(await mailbox.messageTo(buyer.email));
      const confirmation = await formFor(scene, "confirmReplies", link);
      await attackThenSend(scene, { name: "confirmReplies", form: confirmation, needsVisitor: false });
      expect(ATTACKED.settings).toEqual(["changeBrand", "changeMail", "confirmReplies"]);
      await account.change({ legalName: before.legalName, replyTo: null });
    },
  );
