/** Something the person at the terminal can understand and mend: it is shown as one line, without a stack. */
export class Fault extends Error {
  /** @param {string} message @param {{ exitCode?: number, cause?: unknown }} [options] */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What the system says by a code, and what it means here. */
const MEANING = {
  ENOSPC: "The disk is full",
  EDQUOT: "Your disk quota is used up",
  EACCES: "There is no permission to write here",
  EPERM: "There is no permission to write here",
  EROFS: "This disk is read-only",
  EMFILE: "Too many files are open",
};

/** Says what went wrong and answers the exit code. Only what nobody foresaw comes with its stack. */
export function explain(error) {
  if (error instanceof Fault) {
    console.error(`\n${error.message}`);
    return error.exitCode;
  }
  const meaning = MEANING[error?.code];
  console.error(meaning ? `\n${meaning}: ${error.path ?? error.message}` : error);
  return 1;
}
