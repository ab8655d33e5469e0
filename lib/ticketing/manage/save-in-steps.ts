import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { type FormValues, isNewKey, type RowValues, type Saved } from "#lib/ticketing/manage/saved.ts";
import { type Written, write } from "#lib/ticketing/manage/write.ts";

/** `idOf`: the id of a row by its key, also of one that an earlier step has created. */
type Known = { readonly id: number; readonly idOf: (key: string) => number };

/** A write of the thing itself, or of a row that is a thing of its own. */
export type Step = {
  /** Where the form has it: "" or `sections.0`. */
  readonly at: string;
  /** The key of the row; WHOLE of the thing itself. */
  readonly key: string;
  readonly write: (known: Known) => Omit<Parameters<typeof write>[0], "as">;
};

export const WHOLE = "whole";

type ToSave<Values> = {
  /** `undefined`: it is new. */
  readonly id: number | undefined;
  /** What was at the service when the form was opened. */
  readonly opened: Values | undefined;
  readonly values: Values;
  readonly steps: readonly Step[];
  /** The lists of rows that the steps write. */
  readonly rows?: readonly (keyof Values & string)[];
  readonly read: (id: number) => Promise<FormValues | undefined>;
};

/** Writes one step after the other. Stops at the first that the service refuses or that has changed meanwhile. */
export async function saveInSteps<Values extends FormValues>(
  as: PromoterCredential,
  { id, opened, values, steps, rows = [], read }: ToSave<Values>,
): Promise<Saved<FormValues>> {
  const ids = new Map<string, string>();
  const written = new Set<string>();
  let savedId = id;

  for (const step of steps) {
    const known = { id: savedId ?? 0, idOf: (key: string) => Number(ids.get(key) ?? key) };
    const answer = await write({ ...step.write(known), as });
    if (answer.result !== "written") return stopped(answer, step.at);
    written.add(step.key);
    if (step.key === WHOLE) savedId ??= answer.id;
    else if (isNewKey(step.key) && answer.id !== undefined) ids.set(step.key, String(answer.id));
  }
  return { result: "saved", id: savedId ?? 0 };

  async function stopped(why: Exclude<Written, { result: "written" }>, at: string): Promise<Saved<FormValues>> {
    const isRead = why.result === "changed" || written.size > 0;
    const is = isRead && savedId !== undefined ? await read(savedId) : undefined;
    const now = is && { id: savedId ?? 0, values: is, ids };
    if (why.result === "changed") {
      return now ? { ...why, now } : { result: "refused", errors: [{ path: "", code: "NOT_FOUND" }] };
    }
    const errors = why.errors.map((row) => ({ ...row, path: [at, row.path].filter((part) => part !== "").join(".") }));
    return { ...why, errors, ...(now && { opened: { ...now, values: savedPart(now.values) } }) };
  }

  /** Another manager may have changed what was not written: the rest stays as it was opened, with the version of then. */
  function savedPart(now: FormValues): FormValues {
    const isWhole = written.has(WHOLE) || opened === undefined;
    const version = typeof now.version === "string" ? { version: now.version } : {};
    return {
      ...(isWhole ? { ...values, ...version } : opened),
      ...Object.fromEntries(rows.map((name) => [name, rowsAt(now, name).flatMap((row) => savedRow(row, name))])),
    };
  }

  function savedRow(row: RowValues, name: string): readonly RowValues[] {
    const mine = rowsAt(values, name).find(({ key }) => written.has(key) && (ids.get(key) ?? key) === row.key);
    if (mine === undefined) return rowsAt(opened, name).filter(({ key }) => key === row.key);
    return [{ ...mine, key: row.key, ...(row.version !== undefined && { version: row.version }) }];
  }
}

function rowsAt(values: FormValues | undefined, name: string): readonly RowValues[] {
  // The caller says which fields are rows.
  return (values?.[name] ?? []) as readonly RowValues[];
}

/** Returns the step of a change with the version that was read; none where nothing changes. */
export function stepIfChanged(
  change: object,
  was: { readonly version?: string } | RowValues | undefined,
  where: Pick<Step, "at" | "key">,
  write: (known: Known, body: object) => ReturnType<Step["write"]>,
): readonly Step[] {
  if (Object.keys(change).length === 0) return [];
  const body = { ...change, ...(was?.version !== undefined && { version: Number(was.version) }) };
  return [{ ...where, write: (known) => write(known, body) }];
}
