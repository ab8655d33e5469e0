/** Returns the name and password of an `Authorization: Basic` header, or `undefined` when it is missing or malformed. */
export function basicCredential(
  header: string | undefined,
): { readonly username: string; readonly password: string } | undefined {
  const encoded = /^basic +([a-z0-9+/=_-]+)$/i.exec(header?.trim() ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1 || text.includes("\0")) return undefined;
  return { username: text.slice(0, colon).normalize("NFC"), password: text.slice(colon + 1) };
}
