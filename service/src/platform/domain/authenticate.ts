import type { Caller } from "./caller.ts";

export type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: "unknown" }
  | { readonly ok: false; readonly refusal: "too_many_failures"; readonly retryAfterSeconds: number };

/** Finds the user of a name and password, or says why there is none. */
export type Authenticate = (username: string, password: string) => Promise<Authentication>;
