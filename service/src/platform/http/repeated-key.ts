import { joined } from "./error-rows.ts";

type Open = {
  /** The keys of an object that is not closed yet; absent for a list. */
  readonly keys?: Set<string>;
  key: string;
  index: number;
};

const COLON = /\s*:/y;

/**
 * Returns the path of the first key that an object contains twice, such as `tickets[0].quantity`. Two parsers may read
 * different values from such a body. The text must be valid JSON.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Open[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const inner = open.at(-1);
    switch (json[at]) {
      case "{":
        open.push({ keys: new Set(), key: "", index: 0 });
        break;
      case "[":
        open.push({ key: "", index: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner) inner.index += 1;
        break;
      case '"': {
        const end = endOfText(json, at);
        if (inner?.keys && isFollowedByColon(json, end)) {
          inner.key = String(JSON.parse(json.slice(at, end)));
          if (inner.keys.has(inner.key)) return pathOf(open);
          inner.keys.add(inner.key);
        }
        at = end - 1;
      }
    }
  }
  return undefined;
}

/** Returns the index after the closing quote of the string that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function isFollowedByColon(json: string, at: number): boolean {
  COLON.lastIndex = at;
  return COLON.test(json);
}

function pathOf(open: readonly Open[]): string {
  return open.reduce((path, { keys, key, index }) => (keys ? joined(path, key) : `${path}[${index}]`), "");
}
