/** A name that no name server knows. None is asked: a label has 63 letters at most. */
export const UNKNOWN_HOST = `${"a".repeat(64)}.example`;
