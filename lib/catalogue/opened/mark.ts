/** Pages from which tickets are chosen, in the shop and in a frame. A visitor of another page has chosen them, or wants none. */
const PAGE =
  /^\/[a-z]{2}(?:\/embed(?=\/))?(?:\/(?:events|search|calendar(?:\/\d{4}-\d\d)?|groups\/\d{1,15}|events\/\d{1,15}(?:\/tickets)?))?\/?$/;

export function isPageOfTickets(path: string): boolean {
  return PAGE.test(path);
}

/** Returns whether a field of a source says that a link, a campaign or an embed has led to a page: such a page is counted. */
export function isMark(name: string): boolean {
  return /^(?:ref|embed|utm_.+)$/.test(name);
}
