/** The length read from the code field: several codes with spaces between them. */
export const CODES_LENGTH_MAX = 100;

/** Returns the number of typed codes. */
export function codeCount(codes = ""): number {
  return codes.split(/\s+/).filter(Boolean).length;
}
