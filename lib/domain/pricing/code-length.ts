/** How much is read from the one code box: several codes with spaces between them. */
export const CODES_LENGTH_MAX = 100;

/** How many codes somebody has typed. */
export function codeCount(codes = ""): number {
  return codes.split(/\s+/).filter(Boolean).length;
}
