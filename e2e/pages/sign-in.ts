import { type Page, test } from "@playwright/test";
import { type Environment, required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { typeSecret } from "./type-secret.ts";

const { text, inText } = words;

/** The promoters' page to sign in. A file that uses it has no trace: `test.use({ trace: "off" })`. */
export function signInPage(page: Page, env: Environment) {
  const user = page.getByLabel(text("Promoter.user"));
  const password = page.getByLabel(text("Promoter.password"), { exact: true });
  const submit = page.getByRole("button", { name: text("Promoter.signIn"), exact: true });

  const signIn = (name = required(env, "serviceLogin").user, secret = required(env, "serviceLogin").password) =>
    test.step(`Sign in as ${name}`, async () => {
      await user.fill(name);
      await typeSecret(password, secret);
      await submit.click();
    });

  /** On a phone the button is behind the last tab. */
  const signOut = async () => {
    const more = page.getByRole("group").getByText(text("Manage.more"), { exact: true });
    if (await more.isVisible()) await more.click();
    await page.getByRole("button", { name: text("Promoter.signOut") }).click();
  };

  return {
    user,
    password,
    submit,
    signIn,
    signOut,
    open: () => page.goto(`/${words.language}/promoter/sign-in`),
    wrong: page.getByText(text("Promoter.wrong")).first(),
    /** The heading of the promoter's own page. */
    greeting: page.getByRole("heading", { level: 1, name: inText("Promoter.greeting") }),
    url: new RegExp(`/${words.language}/promoter/sign-in$`),
  };
}
