/** How much is read from the one code box: several codes with spaces between them. */
export const CODES_LENGTH_MAX = 100;
