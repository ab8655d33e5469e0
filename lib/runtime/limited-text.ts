import "server-only";

/** Returns the value of a JSON text; `undefined` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns all bytes of a stream; `undefined` once it has more than `bytesMax`, without reading the rest. */
export async function readLimited(
  stream: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Like `readLimited`, for the text in the body of a request. */
export async function readText({ body }: Request, bytesMax: number): Promise<string | undefined> {
  return (await readLimited(body as AsyncIterable<Uint8Array> | null, bytesMax))?.toString("utf8");
}
