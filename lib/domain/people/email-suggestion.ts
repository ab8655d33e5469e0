/** Where most people's mail is. Only a slip away from one of these is worth a question. */
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

const SLIPS_MAX = 2;
/** Half the world is one slip away from "me.com": such a short name is known, and never suggested. */
const SUGGESTED_MIN = 8;

/** "jo@gmail.com" for "jo@gmial.com". A suggestion and never a correction: `undefined` when there is none to make. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const typed = email.slice(at + 1).toLowerCase();
  if (at < 1 || typed === "" || DOMAINS.includes(typed)) return undefined;

  const near = DOMAINS.map((domain) => ({ domain, slips: slipsBetween(typed, domain) }))
    .filter(({ domain, slips }) => domain.length >= SUGGESTED_MIN && slips <= SLIPS_MAX)
    .sort((a, b) => a.slips - b.slips)[0];
  return near && `${email.slice(0, at + 1)}${near.domain}`;
}

/** Letters put in, left out, mistaken, or two neighbours swapped. */
function slipsBetween(a: string, b: string): number {
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
