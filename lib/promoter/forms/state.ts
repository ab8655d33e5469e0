import type { Side } from "#lib/promoter/forms/merge.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";

/** Two people changed the same thing. */
export type Conflict = {
  /** "P. Producer saved changes 2 minutes before you". */
  readonly title: string;
  /** Who changed it, where the service knows. */
  readonly by?: string | undefined;
  readonly theirs: FormValues;
  readonly yours: FormValues;
};

/** What is asked before a form is saved that changes what is on sale. */
export type Confirmation = {
  readonly title: string;
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  /** In place of the changes: what a buyer is sent. */
  readonly letter?: { readonly label: string; readonly title: string; readonly text: readonly string[] };
  /** What changes elsewhere, what stays, and what may be refused. */
  readonly affected: { readonly changes: string; readonly stays: string; readonly watch?: string };
  /** The button, which names the effect. */
  readonly action: string;
};

/** What an action of a promoter's form returns. */
export type ResourceState = {
  readonly answeredAt: number;
  /** By the name of the input. */
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  readonly message?: string;
  /** The message asks to sign in elsewhere and to send the form again. */
  readonly isSessionEnded?: true;
  readonly values?: FormValues;
  /** What is at the service, where this differs from what the page was rendered with: some of the form was saved. */
  readonly opened?: { readonly id: number; readonly values: FormValues };
  readonly conflict?: Conflict;
  readonly confirmation?: Confirmation;
};

export type ResourceAction = (previous: ResourceState, form: FormData) => Promise<ResourceState>;

/** The names of the inputs with which the conflict page says whose value it is. */
export const choiceName = (path: string) => `choice.${path}`;

/** Returns whose value was chosen for a field. */
export function chosenIn(form: FormData): (path: string) => Side | undefined {
  return (path) => {
    const side = form.get(choiceName(path));
    return side === "theirs" || side === "yours" ? side : undefined;
  };
}

/** Returns the values of a hidden input; `undefined` where it has none. */
export function valuesIn(form: FormData, name: string): FormValues | undefined {
  const text = form.get(name);
  if (typeof text !== "string" || text === "") return undefined;
  try {
    return valuesOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function valuesOf(parsed: unknown): FormValues | undefined {
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const values: [name: string, value: FormValues[string]][] = [];
  for (const [name, value] of Object.entries<unknown>({ ...parsed })) {
    if (typeof value === "string") values.push([name, value]);
    if (!Array.isArray(value)) continue;
    const rows = value.flatMap((one: unknown) => rowOf(one) ?? []);
    values.push([name, rows.length > 0 ? rows : value.filter((one) => typeof one === "string")]);
  }
  return Object.fromEntries(values);
}

function rowOf(parsed: unknown): RowValues | undefined {
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { key = "", ...row } = valuesOf(parsed) ?? {};
  return typeof key === "string" && key !== "" ? ({ ...row, key } as RowValues) : undefined;
}
