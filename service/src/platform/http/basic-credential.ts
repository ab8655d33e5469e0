type BasicCredential = { readonly username: string; readonly password: string };

/** Returns the name and password of a Basic credential in a header, or `undefined` when it is missing or malformed. */
export function basicCredential(header: string | readonly string[] | undefined): BasicCredential | undefined {
  const text = typeof header === "string" ? header.trim() : "";
  const encoded = /^basic +([a-z0-9+/=_-]+)$/i.exec(text)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  if (colon < 1 || decoded.includes("\0")) return undefined;
  return { username: decoded.slice(0, colon).normalize("NFC"), password: decoded.slice(colon + 1) };
}
