import "server-only";

import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { logFault } from "#lib/telemetry/log-fault.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { isNothingDone, TicketingFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import { type FormValues, isNewKey, type RowValues, type Saved, withIds } from "#lib/ticketing/manage/saved.ts";
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
  /** What it leaves in other rows, and in its own other than typed: such as a raised version. */
  readonly leaves?: readonly RowValues[];
};

export const WHOLE = "whole";

export type ToSave<Values> = {
  /** `undefined`: it is new. */
  readonly id: number | undefined;
  /** What was at the service when the form was opened: only what differs from it is sent. */
  readonly opened: Values | undefined;
  readonly values: Values;
};

type How<Values> = {
  /** Those of rows that the steps write have a `name`. */
  readonly fields: readonly FormField[];
  /** What is written, and the values as they are to be. */
  readonly plan: (
    opened: Values | undefined,
    values: Values,
  ) => { readonly steps: readonly Step[]; readonly values: Values };
  readonly read: (id: number) => Promise<FormValues | undefined>;
};

/** Writes one step after the other. Stops at the first that the service refuses, does not answer, or that has changed meanwhile. */
export async function saveInSteps<Values extends FormValues>(
  as: PromoterCredential,
  toSave: ToSave<Values>,
  { fields, plan, read }: How<Values>,
): Promise<Saved<FormValues>> {
  const lists = fields.flatMap(({ kind, name }) => (kind === "rows" ? [name] : []));
  const ids = new Map<string, string>();
  const done: Step[] = [];
  let savedId = toSave.id;
  let unanswered: string | undefined;
  const found = await withUnanswered();
  const { opened } = found;
  const { steps, values } = plan(opened, found.values);

  for (const step of steps) {
    const answer = await send(step);
    if (answer.result !== "written") return stopped(answer);
    done.push(step);
    if (step.key === WHOLE) savedId ??= answer.id;
    else if (isNewKey(step.key) && answer.id !== undefined) ids.set(step.key, String(answer.id));
  }
  return { result: "saved", id: savedId ?? 0 };

  /** A row whose creation was not answered may be there: by its name, and it was not when the form was opened. */
  async function withUnanswered(): Promise<Pick<ToSave<Values>, "opened" | "values">> {
    const isMark = ({ key }: RowValues) => key.startsWith(UNANSWERED);
    if (savedId === undefined || !lists.some((name) => rowsIn(toSave.opened, name).some(isMark))) return toSave;
    const now = await read(savedId);
    const rows = lists.map((name) => {
      const before = rowsIn(toSave.opened, name);
      const known = new Set(before.map(({ key }) => key));
      const kept = before.flatMap((row) => {
        if (!isMark(row)) return row;
        const same = rowsIn(now, name).find((one) => one.name === row.name && !known.has(one.key));
        if (same) ids.set(row.key.slice(UNANSWERED.length), same.key);
        return same ?? [];
      });
      return [name, kept] as const;
    });
    const before = toSave.opened && { ...toSave.opened, ...Object.fromEntries(rows) };
    return { opened: before && withIds(before, ids), values: withIds(toSave.values, ids) };
  }

  /** A fault is a refusal once something was written, or may have been created: the form must know it. */
  async function send({ key, at, ...step }: Step): Promise<Written> {
    const idOf = (row: string) => Number(ids.get(row) ?? row);
    try {
      const answer = await write({ ...step.write({ id: savedId ?? 0, idOf }), as });
      if (answer.result !== "refused") return answer;
      const pathOf = (path: string) => [at, path].filter((part) => part !== "").join(".");
      return { ...answer, errors: answer.errors.map((row) => ({ ...row, path: pathOf(row.path) })) };
    } catch (fault) {
      if (!(fault instanceof TicketingFault) || savedId === undefined) throw fault;
      if (isNewKey(key) && key !== WHOLE && !isNothingDone(fault)) unanswered = key;
      if (done.length === 0 && unanswered === undefined) throw fault;
      logFault(fault);
      setPageStatus(503);
      return { result: "refused", errors: [{ path: "", code: "NO_ANSWER" }] };
    }
  }

  async function stopped(why: Exclude<Written, { readonly result: "written" }>): Promise<Saved<FormValues>> {
    const isPart = done.length > 0 || ids.size > 0 || unanswered !== undefined;
    if (savedId === undefined || (why.result === "refused" && !isPart)) return asRefused(why);
    const now = await undefinedOnFault(read(savedId));
    if (why.result === "changed" && now) return { ...why, now: { id: savedId, values: now, ids } };
    return {
      ...asRefused(why),
      ...(isPart && { opened: { id: savedId, values: partOf(now), typed: withIds(values, ids) } }),
    };
  }

  /**
   * Returns what was opened, and in place of its parts that were saved the new ones. Another manager may have changed what was not
   * written: it stays as it was opened, with the version of then.
   */
  function partOf(now: FormValues | undefined): FormValues {
    const isWhole = opened === undefined || done.some(({ key }) => key === WHOLE);
    const whole = isWhole ? withVersion(values, now) : opened;
    const rows = lists.map((name) => [name, rowsOf(name, now)]);
    return withIds({ ...whole, ...Object.fromEntries(rows) }, ids);
  }

  function rowsOf(name: string, now: FormValues | undefined): readonly RowValues[] {
    const isDone = ({ key }: RowValues) => done.some((step) => step.key === key);
    const typed = rowsIn(values, name);
    const before = rowsIn(opened, name).map((row) => typed.find((one) => one.key === row.key && isDone(one)) ?? row);
    const added = typed.filter((row) => isNewKey(row.key) && isDone(row));
    const marked = typed.flatMap((row) => (row.key === unanswered ? [{ ...row, key: UNANSWERED + row.key }] : []));
    const left = done.flatMap(({ leaves = [] }) => leaves);
    const saved = [...before, ...added].map((row) => {
      const after: RowValues = Object.assign({}, row, ...left.filter(({ key }) => key === row.key));
      const id = ids.get(row.key) ?? row.key;
      const read = rowsIn(now, name).find(({ key }) => key === id);
      return isDone(row) ? withVersion(after, read) : after;
    });
    return [...saved, ...marked];
  }
}

function rowsIn(values: FormValues | undefined, name: string): readonly RowValues[] {
  // The fields say which values are rows.
  return (values?.[name] ?? []) as readonly RowValues[];
}

/** Marks the row, among those that were opened, whose creation was not answered. */
const UNANSWERED = "unanswered.";

function asRefused(why: Exclude<Written, { readonly result: "written" }>) {
  return why.result === "refused" ? why : ({ result: "refused", errors: [{ path: "", code: "CONFLICT" }] } as const);
}

/** Returns the values with the version that was read, or with none. */
function withVersion<Values extends FormValues | RowValues>(
  { version: _, ...values }: Values,
  read: FormValues | RowValues | undefined,
) {
  return { ...values, ...(typeof read?.version === "string" && { version: read.version }) } as unknown as Values;
}

/** Returns the step of a change with the version that was read; none where nothing changes. */
export function stepIfChanged(
  change: object,
  was: { readonly version?: string } | RowValues | undefined,
  where: Pick<Step, "at" | "key" | "leaves">,
  write: (known: Known, body: object) => ReturnType<Step["write"]>,
): readonly Step[] {
  if (Object.keys(change).length === 0) return [];
  const body = { ...change, ...(was?.version !== undefined && { version: Number(was.version) }) };
  return [{ ...where, write: (known) => write(known, body) }];
}
