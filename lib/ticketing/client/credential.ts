import "server-only";

import { inspect } from "node:util";
import { env } from "#lib/env.ts";

/** A user's name and password with the ticketing service. It prints as [credential]. */
export class Credential {
  readonly #user: string;
  readonly #password: string;

  constructor(user: string, password: string) {
    this.#user = user;
    this.#password = password;
  }

  /** What the service is told, and nobody else. */
  authorization(): string {
    return `Basic ${Buffer.from(`${this.#user}:${this.#password}`).toString("base64")}`;
  }

  /** The same user with an access token in the place of the password. */
  withToken(token: string): Credential {
    return new Credential(this.#user, token);
  }

  /** For the encrypted cookie of a promoter, which carries it because every call needs it. */
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

/** The shop's own user: it may sell to the public, and no more. */
export function shop(): Credential {
  const { TICKETING_USER, TICKETING_PASSWORD } = env();
  return new Credential(TICKETING_USER, TICKETING_PASSWORD);
}
