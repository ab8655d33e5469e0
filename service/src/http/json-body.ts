/** A body's text and what it says, or a sentence about why it says nothing. */
export type JsonBody =
  | { readonly ok: true; readonly rawBody: string; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads a body as JSON. An empty one is `{}`, because unlock, extend and admit have nothing to say. */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const rawBody = decoded(bytes);
  if (rawBody === undefined) return { ok: false, message: "The body is not UTF-8 text." };
  if (rawBody.trim() === "") return { ok: true, rawBody, value: {} };
  try {
    return { ok: true, rawBody, value: JSON.parse(rawBody) };
  } catch {
    return { ok: false, message: "The body is not JSON. Check its commas, quotes and brackets." };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
