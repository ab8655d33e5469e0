import { randomUUID } from "node:crypto";
import { create, STOREFRONT, send } from "#e2e/system/contract/put-on-sale.ts";

// What the pages and actions of the account's users, and of mailed links, need: for `promoter-rights.test.ts`.

export const USERS_ADDRESSES = {
  "/settings/users": ["MANAGE"],
  "/settings/users/[userId]": ["MANAGE"],
  "/settings/users/[userId]/[change]": ["MANAGE"],
  "/settings/users/new": ["MANAGE"],
  "/sign-in/forgotten": "ANYBODY",
  "/sign-in/invitation/[link]": "ANYBODY",
  "/sign-in/password/[link]": "ANYBODY",
} as const;

const OPENED = JSON.stringify({ capabilities: ["ORDERS"], scans: "ALL", scanDates: [] });

export const USERS_ACTIONS = {
  requestNewPassword: "NOBODY",
  setNewPassword: "NOBODY",
  createAccount: "NOBODY",
  changeAccess: {
    needs: ["MANAGE"],
    form: async () => ({ id: `${await addUser()}`, opened: OPENED, capabilities: "BOX_OFFICE", scans: "ALL" }),
  },
  changePersonsSignIn: {
    needs: ["MANAGE"],
    form: async () => ({ id: `${await addUser()}`, opened: "{}", change: "remove" }),
  },
  inviteUser: { needs: ["MANAGE"], form: async () => ({ email: email(), capabilities: "ORDERS", scans: "ALL" }) },
  changeInvitation: {
    needs: ["MANAGE"],
    form: async () => ({ id: `${await addInvitation()}`, opened: "{}", change: "end" }),
  },
} as const;

/** Returns what stands in these addresses. */
export async function usersValues() {
  return { userId: `${await addUser()}`, change: "sign-out", link: "x".repeat(32) };
}

function email(): string {
  return `person-${randomUUID()}@foyer.example`;
}

/** Adds a user who sells, and returns the id. */
function addUser(): Promise<number> {
  return create("/user", { username: email(), password: "seven green bottles", capabilities: ["ORDERS"] });
}

async function addInvitation(): Promise<number> {
  const { account } = (await send("GET", "/user/login")) as { readonly account: { readonly id: number } };
  const link = `${STOREFRONT}/en/promoter/sign-in/invitation/{key}`;
  const body = { email: email(), capabilities: ["ORDERS"], language: "en", link };
  return create(`/account/${account.id}/invitations`, body);
}
