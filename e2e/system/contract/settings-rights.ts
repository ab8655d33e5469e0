import { randomUUID } from "node:crypto";
import { create, send } from "#e2e/system/contract/put-on-sale.ts";

// What the pages and actions of the settings need, without those of users: for `promoter-rights.test.ts`.

export const SETTINGS_ADDRESSES = {
  "/settings/brand": ["MANAGE"],
  "/settings/embeds": ["MANAGE"],
  "/settings/embeds/[siteId]": ["MANAGE"],
  "/settings/embeds/[siteId]/remove": ["MANAGE"],
  "/settings/log": ["MANAGE"],
  "/settings/mail": ["MANAGE"],
} as const;

export const SETTINGS_ACTIONS = {
  changeBrand: { needs: ["MANAGE"], form: async () => ({ opened: '{"name":""}', name: (await ownAccount()).name }) },
  changeMail: { needs: ["MANAGE"], form: async () => ({ opened: '{"replyTo":"a"}', replyTo: "" }) },
  confirmReplies: "NOBODY",
  addSite: { needs: ["MANAGE"], form: async () => ({ origin: nextOrigin() }) },
  changeSite: {
    needs: ["MANAGE"],
    form: async () => ({ id: `${await addSite()}`, opened: '{"returnPrefix":""}', returnPrefix: "/thanks" }),
  },
  endSite: { needs: ["MANAGE"], form: async () => ({ id: `${await addSite()}`, opened: "{}" }) },
} as const;

type Account = { readonly id: number; readonly name: string };

export const ownAccount = async (): Promise<Account> => Object(await send("GET", "/user/login")).account;

const nextOrigin = () => `https://${randomUUID()}.example`;

/** Adds a site, and returns its id. */
export async function addSite(): Promise<number> {
  return create(`/account/${(await ownAccount()).id}/sites`, { origin: nextOrigin() });
}
