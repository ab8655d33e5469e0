/** Common mail domains. Only a typo of one of these leads to a suggestion. */
const DOMAINS = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.co.nz",
  "outlook.com",
  "outlook.co.nz",
  "live.com",
  "live.com.au",
  "msn.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.co.nz",
  "yahoo.com.au",
  "ymail.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "fastmail.com",
  "gmx.com",
  "gmx.de",
  "web.de",
  "bigpond.com",
  "bigpond.net.au",
  "optusnet.com.au",
  "xtra.co.nz",
  "slingshot.co.nz",
  "btinternet.com",
];

const DISTANCE_MAX = 2;
/** Shorter names, such as "me.com", are accepted but never suggested: too many domains are one typo away. */
const SUGGESTED_MIN = 8;

/** Returns "jo@gmail.com" for "jo@gmial.com"; `undefined` when there is no suggestion. The user decides. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const typed = email.slice(at + 1).toLowerCase();
  if (at < 1 || typed === "" || DOMAINS.includes(typed)) return undefined;

  const near = DOMAINS.map((domain) => ({ domain, distance: editDistance(typed, domain) }))
    .filter(({ domain, distance }) => domain.length >= SUGGESTED_MIN && distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance)[0];
  return near && `${email.slice(0, at + 1)}${near.domain}`;
}

/** Returns the edit distance: letters inserted, deleted, replaced, or two neighbours swapped. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
