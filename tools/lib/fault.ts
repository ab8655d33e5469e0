/** An error that the operator can correct. It is shown without a stack. */
export class Fault extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What a system error code means to the operator. */
const MEANINGS: Readonly<Record<string, string>> = {
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

/** Returns the code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns the meaning of a system error, or its code where no meaning is known. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return MEANINGS[code] ?? code;
}

/** Prints an error and returns the exit code. Only an unexpected error is shown with its stack. */
export function explain(error: unknown): number {
  if (error instanceof Fault) {
    console.error(`\n${error.message}`);
    return error.exitCode;
  }
  const meaning = MEANINGS[codeOf(error) ?? ""];
  const place = error instanceof Error && "path" in error ? error.path : error instanceof Error ? error.message : "";
  console.error(meaning ? `\n${place}: ${meaning}.` : error);
  return 1;
}
