import type { Capability } from "#src/platform/domain/caller.ts";

/** A random secret that authenticates a user with some of their capabilities. Only a hash of the secret is stored. */
export type AccessToken = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Capability[];
  /** It has at each moment what its user has, in place of its scopes. */
  readonly followsUser: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};
