/** From these lengths on a word may have one typing error, and two. A longer one than the last is compared as it is. */
const ONE_FROM = 4;
const TWO_FROM = 8;
const LENGTH_MAX = 40;

/** Returns whether a typed word is another one with typing errors: one in a short word, two in a long one. */
export function isNearWord(typed: string, word: string): boolean {
  if (typed.length < ONE_FROM || typed.length > LENGTH_MAX) return typed === word;
  const most = typed.length < TWO_FROM ? 1 : 2;
  return Math.abs(typed.length - word.length) <= most && isWithin(typed, word, most);
}

/** Returns whether that many edits make one word of the other: a letter more, less, another, or two that changed places. */
function isWithin(one: string, other: string, edits: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b) return true;
  if (edits === 0) return false;
  return (
    isWithin(a.slice(1), b.slice(1), edits - 1) ||
    isWithin(a.slice(1), b, edits - 1) ||
    isWithin(a, b.slice(1), edits - 1) ||
    (a[0] === b[1] && a[1] === b[0] && isWithin(a.slice(2), b.slice(2), edits - 1))
  );
}
