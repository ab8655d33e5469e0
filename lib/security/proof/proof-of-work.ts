/**
 * The work for a browser: find the number below `candidates` that, hashed with `salt`, gives `target`. Server and
 * browser use PBKDF2 with HMAC-SHA-256, which every browser has.
 */
export type Challenge = {
  /** Sealed by the storefront: purpose, expiry, units and the number. */
  readonly token: string;
  readonly candidates: number;
  readonly salt: string;
  /** Hexadecimal. */
  readonly target: string;
};

/** The name of the form field that carries a proof: `{number}.{token}`. */
export const PROOF = "proof";

/**
 * One unit of work. On average half of the candidates are tried. A phone of 2016 hashes about 300 candidates a second, a current
 * computer 3,000: 1 to 2 s on the phone, an eighth of a second on the computer, and at most twice that.
 */
export const CANDIDATES_PER_UNIT = 800;
export const HASH_ITERATIONS = 1_000;
export const HASH_BYTES = 16;
