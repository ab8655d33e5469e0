import type { Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";
import { typeSecret } from "./type-secret.ts";

const { language, text } = words;
const own = (key: string) => text(`OwnAccount.${key}`);

/** The pages of a promoter's own account. A file that uses them has no trace: `test.use({ trace: "off" })`. */
export function ownAccountPages(page: Page) {
  const field = (key: string) => page.getByLabel(own(key), { exact: true });
  const button = (key: string) => page.getByRole("button", { name: own(key), exact: true });
  const current = field("password.current");
  const password = field("password.new");
  const code = field("factor.enter");

  return {
    open: (part: "password" | "second-factor" | "tokens") => page.goto(`/${language}/promoter/account/${part}`),
    problem: page.getByRole("alert").filter({ hasText: text("Common.problem") }),
    says: (key: string) => page.getByRole("status").filter({ hasText: own(key) }),

    current,
    changePassword: button("password.change"),
    changePasswordTo: async (old: string, next: string) => {
      await typeSecret(current, old);
      await typeSecret(password, next);
      await button("password.change").click();
    },

    begin: button("factor.begin"),
    beginWith: async (secret: string) => {
      await typeSecret(current, secret);
      await button("factor.begin").click();
    },
    qr: page.getByRole("img", { name: own("factor.qr") }),
    key: page.locator("bdi.font-mono"),
    backupCodes: page.getByRole("region", { name: own("factor.backup") }).getByRole("listitem"),
    backupFile: page.getByRole("link", { name: own("factor.save") }),
    isSaved: page.getByLabel(own("factor.isSaved")),
    code,
    turnOn: button("factor.turnOn"),
    codeToTurnOff: field("factor.codeToTurnOff"),
    turnOff: button("factor.turnOff"),

    addToken: page.getByRole("link", { name: own("tokens.add") }),
    tokenName: field("tokens.name"),
    access: (capability: string) => page.getByLabel(text(`Manage.access.${capability}`)),
    tokenPassword: field("tokens.current"),
    tokenCode: field("tokens.code"),
    createToken: button("tokens.create"),
    token: field("tokens.token"),
    done: page.getByRole("link", { name: own("tokens.done") }),
    tokenRow: (name: string) => page.getByRole("row").filter({ hasText: name }),
    askToDelete: page.locator("summary"),
    deleteToken: button("tokens.deleteNow"),
    everywhere: button("tokens.everywhere"),
  };
}
