import "server-only";

import { inspect } from "node:util";
import { env } from "#lib/env.ts";

/**
 * The name and password of a person at the ticketing service, and the network from which they use them here. It prints as
 * [credential].
 */
export class PromoterCredential {
  readonly #user: string;
  readonly #password: string;
  readonly #network: string | undefined;

  constructor(user: string, password: string, network?: string) {
    this.#user = user;
    this.#password = password;
    this.#network = network;
  }

  /** Returns the Authorization header. It is sent to the service only. */
  authorization(): string {
    return basic(this.#user, this.#password);
  }

  /**
   * Returns the headers that tell the service where the visitor is, so that it counts wrong passwords by visitor and not for
   * all of this shop together. It believes them because of the shop's credential.
   */
  visitorHeaders(): Readonly<Record<string, string>> {
    if (this.#network === undefined) return {};
    return {
      "X-Visitor-Network": this.#network,
      "X-Storefront-Authorization": shopAuthorization(),
    };
  }

  /** Returns the same user with an access token instead of the password. */
  withToken(token: string): PromoterCredential {
    return new PromoterCredential(this.#user, token, this.#network);
  }

  /** Returns name and password, for the encrypted cookie of a promoter: every call needs them. */
  reveal(): { readonly user: string; readonly password: string } {
    return { user: this.#user, password: this.#password };
  }

  toString(): string {
    return "[credential]";
  }

  toJSON(): string {
    return "[credential]";
  }

  [inspect.custom](): string {
    return "[credential]";
  }
}

/** The answer 401 in words for an operator. */
export const SETTINGS_REFUSED =
  "TICKETING_USER, TICKETING_PASSWORD: the ticketing service refuses this credential (401)";

/** Returns the Authorization header of the shop's own user, which may sell to the public and no more. */
export function shopAuthorization(): string {
  const { TICKETING_USER, TICKETING_PASSWORD } = env();
  return basic(TICKETING_USER, TICKETING_PASSWORD);
}

/** Returns whether this is the name of the shop's own user. */
export function isShopsName(user: string): boolean {
  return user === env().TICKETING_USER;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
