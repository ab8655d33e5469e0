/**
 * What a browser is asked to work out: which number below `CANDIDATES`, hashed with `salt`, gives `target`. Server and
 * browser hash alike: PBKDF2 with HMAC-SHA-256, which every browser has built in.
 */
export type Challenge = {
  /** Sealed by the shop: what it is for, when it ends, and the number itself. */
  readonly token: string;
  readonly salt: string;
  /** Hexadecimal. */
  readonly target: string;
};

/** The name of the form field that carries a proof: `{number}.{token}`. */
export const PROOF = "proof";

/**
 * Half of the candidates are tried on average. A phone of 2016 hashes about 300 candidates a second, a computer of today
 * 3,000: one to two seconds there, an eighth of a second here, and never more than twice that.
 */
export const CANDIDATES = 800;
export const HASH_ITERATIONS = 1_000;
export const HASH_BYTES = 16;
