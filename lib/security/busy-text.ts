/**
 * The answer to a form of a script that is refused for load: how many seconds to wait. Next's script throws the text of such an
 * answer as the message of an error, and passes on nothing else.
 */
export function busyText(seconds: number): string {
  return `busy ${seconds}`;
}

/** Returns how many seconds to wait after such an answer; `undefined` for any other fault. */
export function busySeconds(fault: unknown): number | undefined {
  const [, seconds] = /^busy (\d{1,3})$/.exec(fault instanceof Error ? fault.message : "") ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
