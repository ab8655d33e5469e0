"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  type Control,
  type FieldError,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormRegister,
  useForm,
} from "react-hook-form";
import type { Lost, Submission } from "#components/forms/use-submission.ts";
import { rowsIn } from "#lib/promoter/forms/fields.ts";
import { readForm } from "#lib/promoter/forms/read-form.ts";
import { problemText, type ReasonWords } from "#lib/promoter/forms/reasons.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";

type Options = {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly submission: Submission<ResourceState>;
  readonly reasons: ReasonWords;
};

export type ResourceFormControl = {
  /** Spread on the form element. */
  readonly props: {
    readonly ref: React.RefObject<HTMLFormElement | null>;
    readonly action: (form: FormData) => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
    readonly "aria-busy": boolean;
  };
  readonly register: UseFormRegister<FieldValues>;
  readonly control: Control<FieldValues>;
  readonly errorOf: (name: string) => string | undefined;
  /** The errors of the last submit that are still open, in the order of the fields. */
  readonly openErrors: readonly { readonly field: string; readonly message: string }[];
  readonly message: string | undefined;
  readonly lost: Lost | undefined;
  readonly announcement: number;
  readonly pending: boolean;
};

const loadSchema = () => import("#lib/promoter/forms/schema.ts");

/**
 * Validates a form with the schema of its action before it is sent by script. The inputs are uncontrolled, so that what was typed
 * before the script ran stays; only the rows of a list are known by default.
 */
export function useResourceForm({ fields, values, submission, reasons }: Options): ResourceFormControl {
  const { state, post, send, pending, lost, announcement } = submission;
  const ref = useRef<HTMLFormElement>(null);
  const serverErrors = useMemo(() => {
    const errors = {};
    for (const [name, message] of Object.entries(state.fieldErrors)) set(errors, name, { type: "server", message });
    return errors;
  }, [state]);
  const { register, control, handleSubmit, formState } = useForm<FieldValues>({
    defaultValues: Object.fromEntries(
      fields.flatMap(({ kind, name }) =>
        kind === "rows" ? [[name, rowsIn(values, name).map(({ key }) => ({ key }))]] : [],
      ),
    ),
    resolver: resolverOf(fields, ref),
    errors: serverErrors,
    shouldFocusError: false,
  });
  const { errors, submitCount } = formState;

  const errorOf = (name: string): string | undefined => {
    // That of a whole list stands at its root, beside those of its rows.
    const { type, message } = (get(errors, `${name}.root`) ?? get(errors, name) ?? {}) as Partial<FieldError>;
    if (type === undefined || message === undefined || message === "") return undefined;
    return type === "server" ? message : problemText(message, reasons);
  };

  const [listed, setListed] = useState<readonly string[]>(() => Object.keys(state.fieldErrors));
  const [seenSubmits, setSeenSubmits] = useState(0);
  const [refusals, setRefusals] = useState(0);
  /** The answer that a refused submit came after: its message is about an earlier one. */
  const [overtaken, setOvertaken] = useState<ResourceState>();
  if (seenSubmits !== submitCount) {
    setSeenSubmits(submitCount);
    const refused = namesIn(fields, errors).filter((name) => errorOf(name) !== undefined);
    setListed(refused);
    if (refused.length > 0) {
      setRefusals(refusals + 1);
      setOvertaken(state);
    }
  }
  useEffect(() => setListed(Object.keys(state.fieldErrors)), [state]);
  const openErrors = namesIn(fields, errors).flatMap((field) => {
    const message = listed.includes(field) ? errorOf(field) : undefined;
    return message === undefined ? [] : [{ field, message }];
  });
  // A summary without open errors is closed: a later mistake is shown at its field and moves no focus.
  const isResolved = listed.length > 0 && openErrors.length === 0;
  useEffect(() => {
    if (isResolved) setListed([]);
  }, [isResolved]);

  // The chunk arrives after the page has become interactive, and before the first submit.
  useEffect(() => void loadSchema().catch(() => undefined), []);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const submit = handleSubmit(() => send(form));
    void submit(event);
  }

  return {
    register,
    control,
    errorOf,
    openErrors,
    lost,
    pending,
    props: { ref, action: post, onSubmit, noValidate: true, "aria-busy": pending },
    message: state === overtaken ? undefined : state.message,
    announcement: announcement + refusals,
  };
}

/** Returns the names of all inputs, of rows of as many as have errors. */
function namesIn(fields: readonly FormField[], errors: object): readonly string[] {
  return fields.flatMap((field) => {
    if (field.kind !== "rows") return [field.name];
    const rows: unknown = get(errors, field.name);
    const indexes = Array.isArray(rows) ? [...rows.keys()] : [];
    return [
      field.name,
      ...indexes.flatMap((index) => field.fields.map(({ name }) => `${field.name}.${index}.${name}`)),
    ];
  });
}

/** Validates what the form would send. Finds no error where the schema cannot be loaded: the action validates with the same one. */
function resolverOf(
  fields: readonly FormField[],
  form: { readonly current: HTMLFormElement | null },
): Resolver<FieldValues> {
  return async (values, context, options) => {
    const loaded = await loadSchema().catch(() => undefined);
    if (loaded === undefined || form.current === null) return { values, errors: {} };
    const typed = readForm(fields, new FormData(form.current));
    return standardSchemaResolver<FieldValues, unknown, FieldValues>(loaded.formSchema(fields))(
      typed,
      context,
      options,
    );
  };
}
