import { TOTP } from "otpauth";
import { send } from "#e2e/system/contract/put-on-sale.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";

/** What is tried with each action of one's own account, and the password of the users who try. */

export const PASSWORD = "seven green bottles";

type User = { readonly username: string; readonly capabilities: readonly string[] };

const ANY_USER = "ANY_USER";
const DAY_MS = 24 * 60 * 60_000;

export const OWN_ADDRESSES = {
  "/account/password": ANY_USER,
  "/account/second-factor": ANY_USER,
  "/account/tokens": ANY_USER,
  "/account/tokens/new": ANY_USER,
} as const;

/** `refusesShops`: the user of a shop is refused, which must not lock itself out. */
export const OWN_ACTIONS = {
  changePassword: {
    needs: ANY_USER,
    form: async () => ({ current: PASSWORD, password: "eight grey herons" }),
    refusesShops: true,
  },
  turnOnFactor: { needs: ANY_USER, form: async () => ({ current: PASSWORD }), refusesShops: true },
  turnOffFactor: {
    needs: ANY_USER,
    form: async (user: User) => ({ code: (await withSecondFactor(user))[0] ?? "" }),
    refusesShops: true,
  },
  createToken: {
    needs: ANY_USER,
    form: async ({ capabilities: [scope = "PUBLIC"] }: User) => ({
      name: "Export",
      scopes: scope,
      days: "30",
      current: PASSWORD,
    }),
  },
  deleteToken: { needs: ANY_USER, form: async (user: User) => ({ token: String(await ownToken(user)) }) },
  signOutEverywhere: { needs: ANY_USER, form: async () => ({}) },
} as const;

const asUser = ({ username }: User) => new PromoterCredential(username, PASSWORD);

/** Returns a token of a user for a program. */
async function ownToken(user: User): Promise<number> {
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  const wanted = { name: "Export", scopes: user.capabilities, expiresAt };
  const made = await send("POST", "/user/token", wanted, asUser(user));
  return Number(Reflect.get(Object(made), "id"));
}

/** Turns on the second factor of a user who runs no shop, and returns the backup codes. */
async function withSecondFactor(user: User): Promise<readonly string[]> {
  if (user.capabilities.includes("PUBLIC")) return [];
  const made = await send("POST", "/user/secondFactor", { current: PASSWORD }, asUser(user));
  const { secret, backupCodes } = made as { readonly secret: string; readonly backupCodes: readonly string[] };
  await send("PUT", "/user/secondFactor", { code: new TOTP({ secret }).generate() }, asUser(user));
  return backupCodes;
}
