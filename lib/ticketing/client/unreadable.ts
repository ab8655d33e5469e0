import "server-only";

import type { z } from "zod";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";

/** What of an answer could not be read: its call, the field, what was expected there, and the kind of what came. Never a value. */
type Unreadable = {
  readonly call: string;
  readonly field: string;
  readonly expected: string;
  readonly got: string;
};

/** Enough to see what is wrong with a service; a whole catalogue of faults is not listed. */
const KEPT_MAX = 20;

const kept = processWide("unreadable answers", () => new Map<string, Unreadable>());

/** Keeps what could not be read of a call's answer until the call is read again, logs it when it is new, and returns it. */
export function recordUnreadable(call: string, body: unknown, error: z.ZodError): Unreadable {
  const found = { call, ...describe(body, error.issues) };
  const before = kept.get(call);
  if (before === undefined || describeUnreadable(before) !== describeUnreadable(found))
    log("warn", "An answer of the ticketing service cannot be read.", found);
  kept.delete(call);
  kept.set(call, found);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > KEPT_MAX) kept.delete(oldest);
  return found;
}

/** Forgets a call whose last answer could be read, or whose resource is gone. */
export function recordReadable(call: string): void {
  kept.delete(call);
}

/** Returns what could not be read of the last answer of each call. */
export function unreadableAnswers(): readonly Unreadable[] {
  return [...kept.values()];
}

export function describeUnreadable({ call, field, expected, got }: Unreadable): string {
  return `${call}: ${field}: expected ${expected}, got ${got}`;
}

type Issue = z.core.$ZodIssue;
type Described = Omit<Unreadable, "call">;

/** Describes the first issue: one field at a time is enough to correct a service. */
function describe(body: unknown, [issue]: readonly Issue[], above: readonly PropertyKey[] = []): Described {
  if (issue === undefined) return { field: "the body", expected: OTHER, got: "this one" };
  const path = [...above, ...issue.path];
  const closest = issue.code === "invalid_union" ? closestOf(issue.errors) : undefined;
  if (closest !== undefined) return describe(body, closest, path);
  return {
    field: fieldOf(path),
    expected: [...new Set(expectedBy(issue))].join(" or "),
    got: kindOf(path.reduce(partOf, body)),
  };
}

/** Returns the issues of the alternative of which the deepest part was reached; `undefined` where the value is of no expected kind. */
function closestOf(alternatives: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const [best = []] = alternatives.toSorted((one, other) => depthOf(other) - depthOf(one));
  return depthOf(best) > 0 ? best : undefined;
}

function depthOf(issues: readonly Issue[]): number {
  const below = (issue: Issue) => (issue.code === "invalid_union" ? Math.max(0, ...issue.errors.map(depthOf)) : 0);
  return Math.max(0, ...issues.map((issue) => issue.path.length + below(issue)));
}

/** Returns what came at a place of the body, which a schema may have transformed since. */
function partOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The names of fields. The keys of a record are the service's, and what is said here is public. */
const FIELD_NAME = /^[A-Za-z_]\w{0,40}$/;

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => {
    if (typeof part === "number") return `[${part}]`;
    return typeof part === "string" && FIELD_NAME.test(part) ? `.${part}` : ".*";
  });
  return text.join("").replace(/^\./, "") || "the body";
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
const OTHER = "another value";

/** Returns what a schema accepts, in words. Of the value that was read they have nothing. */
function expectedBy(issue: Issue): readonly string[] {
  switch (issue.code) {
    case "invalid_type":
      return [KINDS[issue.expected] ?? issue.expected];
    case "invalid_value":
      return issue.values.map(String);
    case "invalid_format":
      return ["a text of another form"];
    case "invalid_union":
      return issue.errors.flatMap(([first]) => (first === undefined ? [] : expectedBy(first)));
    case "too_small":
      return issue.origin === "string" ? ["a text that is not empty"] : [`at least ${issue.minimum}`];
    case "too_big":
      return [`at most ${issue.maximum}`];
    case "custom":
      // The messages of our own checks are constants that say it.
      return [issue.message.startsWith("Invalid") ? OTHER : issue.message];
    default:
      return [OTHER];
  }
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (value === "") return "an empty text";
  return KINDS[typeof value] ?? typeof value;
}
