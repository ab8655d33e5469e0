import { Fault } from "#tools/lib/fault.ts";

const TIMES_MAX = 100;

/** What `npm run e2e:uat` does. */
export type UatRun = {
  readonly withService: boolean;
  readonly withProxy: boolean;
  /** The language of the pages. */
  readonly language: string;
  /** Runs one after another against the same test system. */
  readonly times: number;
  /** Whether to run no test, but to keep the test system for runs by hand. */
  readonly serves: boolean;
  /** For Playwright. */
  readonly parameters: readonly string[];
};

/** Reads `--service --proxy --language de --times 3 --serve`; everything else is Playwright's. Throws a Fault for a wrong value. */
export function uatRunOf(given: readonly string[]): UatRun {
  // `--times=3` is `--times 3`; Playwright's own options stay as they are.
  const parameters = given.flatMap((one) => (/^--(times|language)=/.test(one) ? one.split("=") : [one]));
  const flag = (name: string): boolean => {
    const at = parameters.indexOf(name);
    if (at !== -1) parameters.splice(at, 1);
    return at !== -1;
  };
  const value = (name: string, usual: string): string => {
    const at = parameters.indexOf(name);
    if (at === -1) return usual;
    const [, found] = parameters.splice(at, 2);
    if (found === undefined) throw new Fault(`${name} needs a value.`, { exitCode: 2 });
    return found;
  };
  const times = Number(value("--times", "1"));
  if (!Number.isInteger(times) || times < 1 || times > TIMES_MAX)
    throw new Fault(`--times is a number from 1 to ${TIMES_MAX}.`, { exitCode: 2 });
  return {
    withService: flag("--service"),
    withProxy: flag("--proxy"),
    serves: flag("--serve"),
    language: value("--language", "en"),
    times,
    parameters,
  };
}
