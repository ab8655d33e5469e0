/** The end of an ISO 8601 moment with the offset of a place. */
const OFFSET = /[+-]\d\d:\d\d$/;

/**
 * Returns whether a clock here shows the time of day and date that are written in an ISO 8601 moment with its venue's offset; `false`
 * for one without. The first `Intl` of a page takes as long as all other effects of an event page, and this none.
 */
export function isTimeHere(at: string): boolean {
  // Without its offset it is a time of this place.
  const written = at.replace(OFFSET, "");
  return written !== at && Date.parse(written) === Date.parse(at);
}
