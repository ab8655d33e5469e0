import { type Challenge, HASH_BYTES, HASH_ITERATIONS, PROOF } from "#lib/security/proof/proof-of-work.ts";

/** Hashed side by side, so that a browser uses all its cores. */
const AT_ONCE = 8;

/** Solves a challenge off the main thread. `undefined` where the browser has no WebCrypto, as without https. */
export async function prove({ token, candidates, salt, target }: Challenge): Promise<string | undefined> {
  const { subtle } = crypto;
  if (subtle === undefined) return undefined;
  const text = new TextEncoder();
  const key = await subtle.importKey("raw", text.encode(salt), "PBKDF2", false, ["deriveBits"]);
  const hash = async (number: number) => {
    const parameters = {
      name: "PBKDF2",
      hash: "SHA-256",
      iterations: HASH_ITERATIONS,
      salt: text.encode(String(number)),
    };
    const bytes = new Uint8Array(await subtle.deriveBits(parameters, key, HASH_BYTES * 8));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  for (let from = 0; from < candidates; from += AT_ONCE) {
    const hashes = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => hash(from + at)));
    const at = hashes.indexOf(target);
    if (at >= 0) return `${from + at}.${token}`;
  }
  return undefined;
}

/** Solves a challenge and puts the proof into the form; `undefined` where the browser cannot. */
export async function withProof(challenge: Challenge, form: FormData): Promise<FormData | undefined> {
  const proof = await prove(challenge);
  if (proof === undefined) return undefined;
  form.set(PROOF, proof);
  return form;
}
