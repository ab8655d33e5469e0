export const PASSED = 0;
export const FAILED = 1;
export const CANNOT_RUN = 2;
export const INTERRUPTED = 130;
