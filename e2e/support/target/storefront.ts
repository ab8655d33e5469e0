import { fetch, type RequestInit, type Response } from "undici";
import type { Environment } from "./env.ts";
import { dispatcherOf, reasonOf, SettingError } from "./network.ts";
import { timeoutsOf } from "./timeouts.ts";

/** A client of the storefront that passes whatever is in front of it. Every call of the suite that no browser makes uses it. */
export type Storefront = ReturnType<typeof openStorefront>;

type Init = Pick<RequestInit, "method" | "body" | "signal"> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * Opens a client that trusts E2E_CA, goes through E2E_PROXY and sends the credential of HTTP Basic. It follows no
 * redirect. It throws a SettingError when there is no answer.
 */
export function openStorefront(env: Environment) {
  const { call } = timeoutsOf(env);

  return {
    /** Requests a path of the storefront, such as `/en/events.json`. */
    async fetch(path: string, init: Init = {}): Promise<Response> {
      try {
        return await fetch(`${env.address}${path}`, {
          signal: AbortSignal.timeout(call),
          ...init,
          redirect: "manual",
          dispatcher: dispatcherOf(env),
          headers: { ...basicHeaderOf(env), ...init.headers },
        });
      } catch (error) {
        throw reasonOf(error, env);
      }
    },
  };
}

/** Returns the header of HTTP Basic in front of the storefront, if there is any. */
export function basicHeaderOf(env: Environment): Readonly<Record<string, string>> {
  const credential = basicOf(env);
  if (credential === undefined) return {};
  const { username, password } = credential;
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}

/** Returns the credential of HTTP Basic. Throws a SettingError when only one half is set. */
export function basicOf(env: Pick<Environment, "basicUser" | "basicPassword">) {
  const { basicUser: username, basicPassword: password } = env;
  if (username === undefined && password === undefined) return undefined;
  if (username === undefined) throw new SettingError("basicUser", "set it too, or remove E2E_BASIC_PASSWORD.");
  if (password === undefined) throw new SettingError("basicPassword", "set it too, or remove E2E_BASIC_USER.");
  return { username, password };
}

/** Returns what to correct when something in front of the storefront refused the call, or `undefined` when nothing did. */
export function refusalInFront(
  { status, headers }: Response,
  { basicUser }: Pick<Environment, "basicUser">,
): SettingError | undefined {
  if (status === 407)
    return new SettingError("proxy", "the proxy answers 407; put its user and password into the address.");
  if (status !== 401) return undefined;
  if (basicUser !== undefined)
    return new SettingError("basicPassword", `HTTP Basic refuses ${basicUser} (401); correct it or E2E_BASIC_USER.`);
  const realm = headers.get("www-authenticate") ?? "no scheme named";
  return new SettingError("basicUser", `set it and E2E_BASIC_PASSWORD: a login is asked for (401, ${realm}).`);
}
