import type { Kit } from "./kit.ts";
import type { Mark, Statement } from "./statement.ts";
import { NoAnswer, NotApplicable, UnusableTarget, Violation } from "./verdict.ts";

/** The characters that are shown of a text which may quote an answer. */
const SHOWN_MAX: Readonly<Record<string, number>> = { came: 120, excerpt: 400, reason: 400, remark: 400 };

export type Verdict =
  | { readonly result: "pass"; readonly remark?: string }
  | { readonly result: "not applicable"; readonly reason: string }
  | {
      readonly result: "fail";
      readonly expected: string;
      readonly came: string;
      /** The call, its status and the beginning of its answer, where an answer came. */
      readonly call?: string;
      readonly status?: number;
      readonly excerpt?: string;
    };

export type Result = { readonly id: string; readonly mark: Mark; readonly says: string } & Verdict;

type Options = {
  readonly mask: (text: string) => string;
  readonly onResult: (result: Result) => void;
};

/**
 * Checks one statement after another, and removes after each what it made. Throws UnusableTarget when the service no longer
 * answers.
 */
export async function runStatements(
  statements: readonly Statement[],
  kit: Kit,
  { mask, onResult }: Options,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const statement of statements) {
    const { id, mark, says } = statement;
    const result = { id, mark, says, ...shortened(await verdictOf(statement, kit), mask) };
    results.push(result);
    onResult(result);
    await kit.leftovers.removeOfCheck();
  }
  return results;
}

async function verdictOf({ check }: Statement, kit: Kit): Promise<Verdict> {
  if ("notCheckable" in check)
    return { result: "not applicable", reason: `cannot be checked from outside: ${check.notCheckable}` };
  try {
    const remark = await check(kit);
    return { result: "pass", ...(remark !== undefined && { remark }) };
  } catch (error) {
    if (error instanceof NotApplicable) return { result: "not applicable", reason: error.message };
    if (error instanceof Violation) return failure(error);
    if (error instanceof NoAnswer) {
      await requireAnswers(kit);
      return { result: "fail", expected: "an answer", came: error.message };
    }
    // An answer that nothing foresaw must not end the run.
    return { result: "fail", expected: "an answer that the check can read", came: String(error) };
  }
}

function failure({ expected, came, answer }: Violation): Verdict {
  const quoted = answer && { call: answer.call, status: answer.status, excerpt: answer.text };
  return { result: "fail", expected, came, ...quoted };
}

/** Throws UnusableTarget unless the service answers. */
async function requireAnswers(kit: Kit): Promise<void> {
  try {
    await kit.get("/user/login");
  } catch (error) {
    if (error instanceof NoAnswer) throw new UnusableTarget(`The service no longer answers: ${error.message}.`);
    throw error;
  }
}

/**
 * Returns the verdict with every text masked, as a service may echo the credential, and then cut: a secret that was cut
 * before would not be found.
 */
function shortened<T extends Verdict>(verdict: T, mask: (text: string) => string): T {
  const parts = Object.entries(verdict).map(([name, value]) => {
    if (typeof value !== "string") return [name, value];
    const text = mask(value);
    const max = SHOWN_MAX[name] ?? text.length;
    return [name, text.length > max ? `${text.slice(0, max)}…` : text];
  });
  // Each property keeps its name and type.
  return Object.fromEntries(parts) as T;
}
