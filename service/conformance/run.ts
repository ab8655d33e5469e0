import { NoAnswer } from "./client.ts";
import { NotApplicable, Violation } from "./expect.ts";
import type { Kit } from "./kit.ts";
import type { Statement } from "./statement.ts";
import { ACCOUNT_STATEMENTS } from "./statements/account.ts";
import { ADMISSION_STATEMENTS } from "./statements/admissions.ts";
import { CART_STATEMENTS } from "./statements/carts.ts";
import { CATALOGUE_STATEMENTS } from "./statements/catalogue.ts";
import { LOCK_STATEMENTS } from "./statements/locks.ts";
import { OFFERING_STATEMENTS } from "./statements/offerings.ts";
import { PAYMENT_STATEMENTS } from "./statements/payments.ts";
import { REFUSAL_STATEMENTS } from "./statements/refusals.ts";
import { RESERVATION_STATEMENTS } from "./statements/reservations.ts";
import { SALE_STATEMENTS } from "./statements/sales.ts";
import { TRANSPORT_STATEMENTS } from "./statements/transport.ts";

/** The target cannot be tested, or can no longer be: its address, certificate, credential or connection. */
export class UnusableTarget extends Error {}

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

type ListedStatement = Statement & { readonly isNeeded: boolean };

export type Result = Pick<ListedStatement, "id" | "mark" | "says" | "isNeeded"> & Verdict;

type Options = { readonly mask: (text: string) => string; readonly onResult: (result: Result) => void };

/**
 * Checks one statement after another, and removes after each what it made. Throws UnusableTarget when the service no longer
 * answers.
 */
export async function runStatements(
  statements: readonly ListedStatement[],
  kit: Kit,
  { mask, onResult }: Options,
): Promise<void> {
  for (const statement of statements) {
    const { id, mark, says, isNeeded } = statement;
    onResult({ id, mark, says, isNeeded, ...shortened(await verdictOf(statement, kit), mask) });
    await kit.leftovers.removeOfCheck();
  }
}

async function verdictOf({ check }: Statement, kit: Kit): Promise<Verdict> {
  try {
    const remark = await check(kit);
    return { result: "pass", ...(typeof remark === "string" && { remark }) };
  } catch (error) {
    if (error instanceof NotApplicable) return { result: "not applicable", reason: error.message };
    if (error instanceof Violation) {
      const { expected, came, answer } = error;
      const quoted = answer && { call: answer.call, status: answer.status, excerpt: answer.text };
      return { result: "fail", expected, came, ...quoted };
    }
    if (error instanceof NoAnswer) {
      await requireAnswers(kit);
      return { result: "fail", expected: "an answer", came: error.message };
    }
    // An answer that nothing foresaw must not end the run.
    return { result: "fail", expected: "an answer that the check can read", came: String(error) };
  }
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

const MASKED = "•••";

type Login = { readonly user: string; readonly password: string };

/**
 * Returns a function that replaces a user's password in a text, in every form in which the kit or a service could write it,
 * and the numbers of the cards.
 */
export function createMask({ user, password }: Login, cards: readonly (string | undefined)[] = []) {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const basic = base64(`${user}:${password}`);
  const secrets = [
    basic,
    basic.replace(/=+$/, ""),
    Buffer.from(`${user}:${password}`).toString("base64url"),
    base64(password),
    base64(password).replace(/=+$/, ""),
    password,
    encodeURIComponent(password),
    JSON.stringify(password).slice(1, -1),
    JSON.stringify(JSON.stringify(password)).slice(3, -3),
    password.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
    ...cards.flatMap((card) => (card === undefined ? [] : [card, card.replace(/\d{4}(?=\d)/g, "$& ")])),
  ].filter((secret) => secret !== "");
  // The longest first: a short password could be a part of a longer form.
  const inOrder = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return (text: string): string => inOrder.reduce((masked, secret) => masked.replaceAll(secret, MASKED), text);
}

/** Without these the storefront cannot start, or cannot show, sell or release tickets and be right about money. */
const NEEDED: ReadonlySet<string> = new Set([
  ...["TRA-01", "TRA-05", "TRA-16"],
  ...["CAT-04", "CAT-06", "CAT-30", "CAT-40", "CAT-60"],
  ...["RES-01", "RES-02", "RES-05", "RES-06", "RES-09", "RES-15", "RES-17", "RES-21"],
  ...["CAR-01", "CAR-03", "CAR-07", "CAR-40", "CAR-42", "CAR-45", "CAR-47", "STA-02"],
  ...["SAL-01", "SAL-05", "SAL-20"],
]);

const IN_SECTIONS = [
  TRANSPORT_STATEMENTS,
  RESERVATION_STATEMENTS,
  REFUSAL_STATEMENTS,
  LOCK_STATEMENTS,
  CART_STATEMENTS,
  PAYMENT_STATEMENTS,
  SALE_STATEMENTS,
  ADMISSION_STATEMENTS,
  ACCOUNT_STATEMENTS,
  CATALOGUE_STATEMENTS,
  OFFERING_STATEMENTS,
]
  .flat()
  .map((statement): ListedStatement => ({ ...statement, isNeeded: NEEDED.has(statement.id) }));

/** Every statement of the interface, in the order in which they are checked and printed: first what the storefront needs. */
export const STATEMENTS: readonly ListedStatement[] = [
  ...IN_SECTIONS.filter(({ isNeeded }) => isNeeded),
  ...IN_SECTIONS.filter(({ isNeeded }) => !isNeeded),
];
