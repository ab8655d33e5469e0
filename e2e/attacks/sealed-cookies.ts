import { hkdfSync } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { compactDecrypt, EncryptJWT, type JWTPayload } from "jose";

/** The sealed cookies, and the purpose from which the key of each is derived. */
const PURPOSES = [
  [/(^|-)foyer$/, "visit"],
  [/foyer-undo$/, "undo"],
] as const;

/** The list of bought orders: sealed with other keys, and left out where all cookies are to be expired. */
const BOUGHT = /foyer-bought$/;

const MINUTE = 60;

type SealedVisit = { readonly cartId: string; readonly reservations: readonly (readonly [key: string])[] };
type Jar = ReadonlyMap<string, string>;

/** Opens cookies as the storefront does, and seals them as it did before it compressed any. `keys` is the setting COOKIE_KEYS, the newest first. */
export function cookieSealer(keys: string) {
  const [newest = ""] = keys.split(",");

  async function resealed(jar: Jar, endsInSeconds: number): Promise<Jar> {
    const changed = [...jar].map(async ([name, value]) => {
      const [, purpose] = PURPOSES.find(([cookie]) => cookie.test(name)) ?? [];
      if (purpose === undefined) return [name, value] as const;
      const { exp: _, ...content } = await opened(value, purpose);
      const token = new EncryptJWT(content)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(Math.floor(Date.now() / 1000) + endsInSeconds);
      return [name, await token.encrypt(derive(purpose))] as const;
    });
    return new Map(await Promise.all(changed));
  }

  async function opened(text: string, purpose: string): Promise<JWTPayload> {
    const { plaintext, protectedHeader } = await compactDecrypt(text, derive(purpose));
    const content = protectedHeader.cty === "br" ? brotliDecompressSync(plaintext) : Buffer.from(plaintext);
    return JSON.parse(content.toString());
  }

  function derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync("sha256", Buffer.from(newest, "base64url"), "", `foyer ${purpose}`, 32));
  }

  return {
    /** Returns the same cookies, expired. */
    expired: (jar: Jar) => resealed(new Map([...jar].filter(([name]) => !BOUGHT.test(name))), -MINUTE),
    /** Returns the same cookies, resealed with an expiry in the future: the control, which must work. */
    renewed: (jar: Jar) => resealed(jar, MINUTE),
    async visitIn(jar: Jar): Promise<SealedVisit | undefined> {
      const [, sealed] = [...jar].find(([name]) => PURPOSES[0][0].test(name)) ?? [];
      return sealed === undefined ? undefined : ((await opened(sealed, "visit")) as unknown as SealedVisit);
    },
  };
}
