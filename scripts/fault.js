/** Something the person at the terminal can understand and mend: it is shown as one line, without a stack. */
export class Fault extends Error {
  /** @param {string} message @param {{ exitCode?: number, cause?: unknown }} [options] */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What the system says by a code, and what it means here. */
export const MEANING = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EACCES: "there is no permission",
  EPERM: "there is no permission",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
  ENOENT: "a folder above it does not exist",
  ENOTDIR: "a file stands in the way",
  EEXIST: "a file stands in the way",
};

/** Says what went wrong and answers the exit code. Only what nobody foresaw comes with its stack. */
export function explain(error) {
  if (error instanceof Fault) {
    console.error(`\n${error.message}`);
    return error.exitCode;
  }
  const meaning = MEANING[error?.code];
  console.error(meaning ? `\n${error.path ?? error.message}: ${meaning}.` : error);
  return 1;
}
