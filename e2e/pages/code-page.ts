import type { Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** The page that asks a promoter for a code after the password. */
export function codePage(page: Page) {
  const code = page.getByLabel(text("PromoterSignIn.digits"));
  const backupCode = page.getByLabel(text("PromoterSignIn.backupCode"), { exact: true });
  const submit = page.getByRole("button", { name: text("PromoterSignIn.continue") });

  return {
    code,
    backupCode,
    submit,
    trust: page.getByLabel(text("PromoterSignIn.trust")),
    useBackup: page.getByRole("link", { name: text("PromoterSignIn.useBackup") }),
    back: page.getByRole("link", { name: text("PromoterSignIn.back") }),
    wrong: page.getByText(text("PromoterSignIn.codeWrong")).first(),
    used: page.getByText(text("PromoterSignIn.codeUsed")).first(),
    backupWrong: page.getByText(text("PromoterSignIn.backupWrong")).first(),
    /** For whom the code is. */
    user: (name: string) => page.getByText(name, { exact: true }),
    enter: async (typed: string, field = code) => {
      await field.fill(typed);
      await submit.click();
    },
    url: new RegExp(`/${language}/promoter/sign-in/code$`),
  };
}
