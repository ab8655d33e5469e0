import { create, send } from "#e2e/system/contract/put-on-sale.ts";

// What the pages and actions of links and embeds need: for `promoter-rights.test.ts`.

export const SHARE_ADDRESSES = {
  "/share": ["MANAGE"],
  "/share/links": ["MANAGE"],
  "/share/links/[linkId]": ["MANAGE"],
  "/share/poster": ["MANAGE"],
} as const;

export const SHARE_ACTIONS = {
  createLink: { needs: ["MANAGE"], form: async () => ({ name: "The attacked link", opens: "list", kind: "LINK" }) },
  changeLink: {
    needs: ["MANAGE"],
    form: async () => ({
      id: `${await addLink()}`,
      opened: JSON.stringify({ name: "", code: "", state: "LIVE" }),
      name: "The attacked link",
      state: "ENDED",
      confirmed: "1",
    }),
  },
  createPartner: { needs: ["MANAGE"], form: async () => ({ link: `${await addLink()}` }) },
  endPartner: {
    needs: ["MANAGE"],
    form: async () => {
      const link = `${await addLink()}`;
      await send("POST", `/link/${link}/partner`, { revenue: false });
      return { link };
    },
  },
} as const;

/** Returns what stands in these addresses. */
export async function shareValues() {
  return { linkId: `${await addLink()}` };
}

async function addLink(): Promise<number> {
  const { account } = (await send("GET", "/user/login")) as { readonly account: { readonly id: number } };
  return create(`/account/${account.id}/links`, { name: "Street team", kind: "LINK" });
}
