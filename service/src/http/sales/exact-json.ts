declare global {
  interface JSON {
    /** The reviver learns how a value was written. The compiler's library does not name it yet. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** The body again, with every number as the text that was sent: 47.50 stays "47.50", and no digit is lost to a float. */
export function withNumbersAsText(rawBody: string): unknown {
  return JSON.parse(rawBody, (_key, value: unknown, { source }) =>
    typeof value === "number" ? (source ?? "") : value,
  );
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The first key that an object names twice. Two readers of such a body may each see another amount. */
export function repeatedKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (text !== undefined && colon !== undefined) {
      const key: unknown = JSON.parse(text);
      const keys = open.at(-1);
      if (keys?.has(String(key))) return String(key);
      keys?.add(String(key));
    }
  }
  return undefined;
}
