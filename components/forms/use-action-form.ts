"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  type ChangeEvent,
  type FocusEvent,
  type SubmitEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Resolver, type SetValueConfig, useForm } from "react-hook-form";
import { useAfterPress } from "#components/forms/after-press.ts";
import { type AnswerState, type Lost, useSubmission } from "#components/forms/use-submission.ts";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Values = Record<string, string>;
type Schema = Parameters<typeof standardSchemaResolver<Values, unknown, unknown>>[0];

type NameIn<State extends AnswerState> = keyof State["fieldErrors"] & string;

type ActionFormOptions<State extends AnswerState> = {
  readonly action: (previous: State, form: FormData) => Promise<State>;
  readonly untouched: Awaited<State>;
  /** Loads the schema that the action uses too, in a chunk of its own. Its issues come in the order of the page. */
  readonly loadSchema: () => Promise<Schema>;
  /** Fields that are checked when the focus leaves them, unless they are empty. */
  readonly checkedOnBlur?: readonly NameIn<State>[];
};

export type ActionForm<Name extends string> = {
  /** Spread on the form element. */
  readonly props: {
    readonly ref: React.RefObject<HTMLFormElement | null>;
    readonly action: (form: FormData) => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
    readonly "aria-busy": boolean;
  };
  /** Spread on an input: its name, ref and handlers. */
  readonly field: <Field extends Name>(name: Field, errorAt?: Name) => FieldHandlers<Field>;
  readonly errorOf: (name: Name) => string | undefined;
  readonly setValue: (name: Name, value: string, options?: SetValueConfig) => void;
  /** Returns the value of an input and renders the form again when it changes; `undefined` before the script runs. */
  readonly watch: (name: Name) => string | undefined;
  /** Puts earlier values into the inputs that have not been edited. */
  readonly restore: (values: Readonly<Partial<Record<Name, string>>>) => void;
  /** What the form would send now. */
  readonly formData: () => FormData;
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

type FieldHandlers<Name extends string> = {
  readonly name: Name;
  readonly ref: (input: Input | null) => void;
  readonly onChange: (event: ChangeEvent<Input>) => void;
  readonly onBlur: (event: FocusEvent<Input>) => void;
};

/**
 * Validates a form with the schema that its action uses, and sends it with or without a script. No error appears before
 * the first submit, except on the fields of `checkedOnBlur`; a corrected field loses its error with the keystroke that
 * corrects it. The server's errors appear at the fields and behave alike.
 */
export function useActionForm<State extends AnswerState>(
  options: ActionFormOptions<State>,
): ActionForm<NameIn<State>> & { readonly state: State } {
  const { action, untouched, loadSchema, checkedOnBlur = [] } = options;
  const { state, lost, announcement, pending, post, send } = useSubmission(action, untouched);
  const ref = useRef<HTMLFormElement>(null);
  const firstLoad = useRef(loadSchema);
  const afterPress = useAfterPress();

  const serverErrors = useMemo(() => {
    const entries = Object.entries(state.fieldErrors);
    return Object.fromEntries(entries.map(([name, message]) => [name, { type: "server", message: message ?? "" }]));
  }, [state]);
  const { register, handleSubmit, trigger, formState, watch, ...hookForm } = useForm<Values, unknown, unknown>({
    resolver: formResolver(loadSchema, ref),
    errors: serverErrors,
    shouldFocusError: false,
  });
  const { errors, isSubmitted, submitCount } = formState;
  const setValue: (name: string, value: string, options?: SetValueConfig) => void = hookForm.setValue;
  const errorOf = (name: string) => errors[name]?.message;

  const [listed, setListed] = useState(() => Object.keys(state.fieldErrors));
  const [seenSubmits, setSeenSubmits] = useState(0);
  const [refusedSubmits, setRefusedSubmits] = useState(0);
  /** The answer that a refused submit came after: its message is about an earlier one. */
  const [overtaken, setOvertaken] = useState<State>();
  if (seenSubmits !== submitCount) {
    setSeenSubmits(submitCount);
    const refused = Object.keys(errors);
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

  const formData = useCallback(() => new FormData(ref.current ?? undefined), []);
  const restore = useCallback(
    (values: Readonly<Partial<Record<string, string>>>) => {
      for (const [name, value] of Object.entries(values)) {
        if (value !== undefined && !isEdited(ref.current, name)) setValue(name, value);
      }
    },
    [setValue],
  );

  // The error of a value that has several inputs is shown at the first one, `errorAt`.
  function field<Name extends NameIn<State>>(name: Name, errorAt: NameIn<State> = name): FieldHandlers<Name> {
    const { ref, onChange, onBlur } = register(name);
    return {
      name,
      ref,
      onChange(event) {
        void onChange(event);
        const isValidated = isSubmitted && errorAt === name;
        if (!isValidated && errorOf(errorAt) !== undefined) void trigger(errorAt);
      },
      onBlur(event) {
        void onBlur(event);
        if (!checkedOnBlur.includes(name) || event.target.value.trim() === "") return;
        afterPress(() => void trigger(name));
      },
    };
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    const submit = handleSubmit(() => send(form));
    void submit(event);
  }

  return {
    state,
    field,
    errorOf,
    setValue,
    watch,
    restore,
    formData,
    openErrors,
    lost,
    pending,
    props: { ref, action: post, onSubmit, noValidate: true, "aria-busy": pending },
    message: state === overtaken ? undefined : state.message,
    announcement: announcement + refusedSubmits,
  };
}

/**
 * Validates what the form would send, so that a value without an input event (autofill, typed before hydration) counts.
 * Finds no error where the schema cannot be loaded: the action validates with the same schema.
 */
function formResolver(
  loadSchema: () => Promise<Schema>,
  form: { readonly current: HTMLFormElement | null },
): Resolver<Values, unknown, unknown> {
  return async (values, context, options) => {
    const schema = await loadSchema().catch(() => undefined);
    if (schema === undefined) return { values, errors: {} };
    // No form here has a file input, so every value is text.
    const typed = form.current ? (Object.fromEntries(new FormData(form.current)) as Values) : values;
    return standardSchemaResolver<Values, unknown, unknown>(schema)(typed, context, options);
  };
}

/** Returns whether an input of this name differs from what the page was rendered with. */
function isEdited(form: HTMLFormElement | null, name: string): boolean {
  const inputs = [...(form?.elements ?? [])].filter((input) => "name" in input && input.name === name);
  return inputs.some((input) => {
    if (input instanceof HTMLSelectElement)
      return [...input.options].some((one) => one.selected !== one.defaultSelected);
    if (input instanceof HTMLTextAreaElement) return input.value !== input.defaultValue;
    if (!(input instanceof HTMLInputElement)) return false;
    return input.value !== input.defaultValue || input.checked !== input.defaultChecked;
  });
}
