import type { Page } from "@playwright/test";
import { words } from "#e2e/support/words.ts";
import { typeSecret } from "./type-secret.ts";

const { language, text } = words;

type Access = "MANAGE" | "ORDERS" | "BOX_OFFICE" | "SCAN" | "REPORTS";

/** The pages on which a manager says who has access to the account. */
export function usersPages(page: Page) {
  const list = `/${language}/promoter/settings/users`;
  return {
    list,
    email: page.getByLabel(text("Users.email"), { exact: true }),
    access: (one: Access) =>
      page.getByRole("checkbox", { name: `${text(`Users.${one}`)} ${text(`Users.${one}_HINT`)}`, exact: true }),
    which: page.getByLabel(text("Users.scans"), { exact: true }),
    addDate: page.getByRole("button", { name: text("Users.addDate") }),
    what: page.getByLabel(text("Users.what"), { exact: true }),
    until: page.getByLabel(text("Users.until"), { exact: true }),
    send: page.getByRole("button", { name: text("Users.send"), exact: true }),
    // The first button of the form is for the enter key, and hidden.
    save: page.getByRole("button", { name: text("PromoterForm.save"), exact: true }),
    done: page.getByRole("status"),
    signedIn: (times: number) =>
      page.getByRole("heading", { name: text("Users.signedIn", { count: times }), exact: true }),
    invitation: (email: string) => page.getByRole("row", { name: email }),
    change: (change: "signOut" | "secondFactor" | "remove" | "restore", part: "link" | "button") =>
      page.getByRole(part, { name: text(`SignInChanges.${change}.${part}`), exact: true }),
  };
}

/** The pages of links that are mailed to people who work for the account. */
export function linkPages(page: Page) {
  const password = (label: string) => page.getByLabel(text(label), { exact: true });
  return {
    firstName: page.getByLabel(text("SignInLinks.firstName"), { exact: true }),
    username: page.getByLabel(text("SignInLinks.username"), { exact: true }),
    create: page.getByRole("button", { name: text("SignInLinks.createAccount") }),
    typePassword: (secret: string) => typeSecret(password("SignInLinks.password"), secret),
    ready: page.getByText(text("SignInLinks.invitationReady")),
    ended: page.getByRole("heading", { level: 1, name: text("SignInLinks.invitationEndedTitle") }),
    user: page.getByLabel(text("SignInLinks.user"), { exact: true }),
    sendLink: page.getByRole("button", { name: text("SignInLinks.sendLink") }),
    sent: page.getByRole("heading", { level: 1, name: text("SignInLinks.sentTitle") }),
    typeNewPassword: (secret: string) => typeSecret(password("SignInLinks.newPassword"), secret),
    savePassword: page.getByRole("button", { name: text("SignInLinks.savePassword") }),
    passwordReady: page.getByText(text("SignInLinks.passwordReady")),
    passwordEnded: page.getByRole("heading", { level: 1, name: text("SignInLinks.passwordEndedTitle") }),
  };
}

/** Returns the link of a message to a page below the sign-in. Throws when it has none. */
export function linkIn(message: { readonly text: string }, page: "invitation" | "password"): string {
  const [link] = new RegExp(`https?://\\S+/promoter/sign-in/${page}/[\\w-]+`).exec(message.text) ?? [];
  if (link === undefined) throw new Error(`The message has no link to ${page}.`);
  return link;
}
