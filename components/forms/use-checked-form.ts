"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import {
  type FieldError,
  type FieldValues,
  get,
  type Resolver,
  set,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { AnswerState, Lost, Submission } from "#components/forms/use-submission.ts";

type Schema = Parameters<typeof standardSchemaResolver<FieldValues, unknown, FieldValues>>[0];

type CheckedFormOptions<State extends AnswerState> = {
  readonly submission: Submission<State>;
  /** Loads the schema that the action uses too, in a chunk of its own. */
  readonly loadSchema: () => Promise<Schema>;
  /** What of the form the schema checks. */
  readonly read: (form: FormData) => FieldValues;
  readonly defaultValues?: UseFormProps<FieldValues>["defaultValues"];
  /** The names of the inputs with errors, in the order of the page. */
  readonly namesIn?: (errors: object) => readonly string[];
  /** Returns the words of an issue of the schema. */
  readonly textOf?: (issue: string) => string;
};

/** What a form that is checked before it is sent shows. */
export type CheckedForm = {
  /** Spread on the form element. */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly action: (form: FormData) => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
    readonly "aria-busy": boolean;
  };
  /** The errors of the last submit that are still open, for the summary. */
  readonly openErrors: readonly { readonly field: string; readonly message: string }[];
  /** The server's message about the last submit that belongs to no field. */
  readonly message: string | undefined;
  /** Why the last submit got no answer. */
  readonly lost: Lost | undefined;
  /** Changes with each answer, each refused submit and each lost connection. 0 before the first of them. */
  readonly announcement: number;
  readonly pending: boolean;
};

type Checked = {
  readonly shown: CheckedForm;
  readonly hookForm: UseFormReturn<FieldValues>;
  readonly errorOf: (name: string) => string | undefined;
};

/**
 * Validates a form with the schema that its action uses, and sends it with or without a script. No error appears before the first
 * submit; a corrected field loses its error with the keystroke that corrects it. The server's errors behave alike.
 */
export function useCheckedForm<State extends AnswerState>(options: CheckedFormOptions<State>): Checked {
  const { submission, loadSchema, read, defaultValues = {}, namesIn = Object.keys, textOf = String } = options;
  const { state, lost, announcement, pending, post, send } = submission;
  const ref = useRef<HTMLFormElement>(null);
  const firstLoad = useRef(loadSchema);

  const serverErrors = useMemo(() => {
    const errors = {};
    for (const [name, message] of Object.entries(state.fieldErrors)) set(errors, name, { type: "server", message });
    return errors;
  }, [state]);
  const hookForm = useForm<FieldValues>({
    defaultValues,
    resolver: resolverOf(loadSchema, read, ref),
    errors: serverErrors,
    shouldFocusError: false,
  });
  const { errors, submitCount } = hookForm.formState;

  function errorOf(name: string): string | undefined {
    // That of a whole list stands at its root, beside those of its rows.
    const { type, message } = (get(errors, `${name}.root`) ?? get(errors, name) ?? {}) as Partial<FieldError>;
    return message === undefined || type === "server" ? message : textOf(message);
  }

  const [listed, setListed] = useState<readonly string[]>(() => Object.keys(state.fieldErrors));
  const [seenSubmits, setSeenSubmits] = useState(0);
  const [refusedSubmits, setRefusedSubmits] = useState(0);
  /** The answer that a refused submit came after: its message is about an earlier one. */
  const [overtaken, setOvertaken] = useState<State>();
  if (seenSubmits !== submitCount) {
    setSeenSubmits(submitCount);
    const refused = namesIn(errors).filter((name) => errorOf(name) !== undefined);
    setListed(refused);
    if (refused.length > 0) {
      setRefusedSubmits(refusedSubmits + 1);
      setOvertaken(state);
    }
  }
  useEffect(() => setListed(Object.keys(state.fieldErrors)), [state]);
  const openErrors = listed.flatMap((field) => {
    const message = errorOf(field);
    return message === undefined ? [] : [{ field, message }];
  });

  // A summary without open errors is closed: a later mistake is shown at its field and moves no focus.
  const isResolved = listed.length > 0 && openErrors.length === 0;
  useEffect(() => {
    if (isResolved) setListed([]);
  }, [isResolved]);

  // The chunk arrives after the page has become interactive, and before the first submit.
  useEffect(() => void firstLoad.current().catch(() => undefined), []);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const submit = hookForm.handleSubmit(() => send(form));
    void submit(event);
  }

  const shown = {
    openErrors,
    lost,
    pending,
    props: { ref, action: post, onSubmit, noValidate: true, "aria-busy": pending },
    message: state === overtaken ? undefined : state.message,
    announcement: announcement + refusedSubmits,
  } as const;
  return { shown, hookForm, errorOf };
}

/**
 * Validates what the form would send, so that a value without an input event (autofill, typed before hydration) counts.
 * Finds no error where the schema cannot be loaded: the action validates with the same schema.
 */
function resolverOf(
  loadSchema: () => Promise<Schema>,
  read: (form: FormData) => FieldValues,
  form: { readonly current: HTMLFormElement | null },
): Resolver<FieldValues> {
  return async (values, context, options) => {
    const schema = await loadSchema().catch(() => undefined);
    if (schema === undefined) return { values, errors: {} };
    const typed = form.current ? read(new FormData(form.current)) : values;
    return standardSchemaResolver<FieldValues, unknown, FieldValues>(schema)(typed, context, options);
  };
}
