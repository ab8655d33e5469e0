"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  type ChangeEvent,
  type FocusEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  type Control,
  type FieldError,
  type FieldValues,
  get,
  type Resolver,
  type SetValueConfig,
  set,
  type UseFormProps,
  useForm,
} from "react-hook-form";
import { useAfterPress } from "#components/forms/after-press.ts";
import type { AnswerState, SentForm, Submission } from "#components/forms/use-submission.ts";

type Schema = Parameters<typeof standardSchemaResolver<FieldValues, unknown, FieldValues>>[0];
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type NameIn<State extends AnswerState> = keyof State["fieldErrors"] & string;

type ActionFormOptions<State extends AnswerState> = {
  readonly submission: Submission<State>;
  /** Loads the schema that the action uses too, in a chunk of its own. Its issues come in the order of the page. */
  readonly loadSchema: () => Promise<Schema>;
  /** What of the form the schema checks: by default the last text of each name. */
  readonly read?: (form: FormData) => FieldValues;
  /** Fields that are checked when the focus leaves them, unless they are empty. */
  readonly checkedOnBlur?: readonly NameIn<State>[];
  /** The id of a field's input, where it is not the field's name. */
  readonly idOf?: (name: NameIn<State>) => string;
  readonly defaultValues?: UseFormProps<FieldValues>["defaultValues"];
  /** The names of the inputs with errors, in the order of the page. */
  readonly namesIn?: (errors: object) => readonly string[];
  /** Returns the words of an issue of the schema. */
  readonly textOf?: (issue: string) => string;
};

type FormProps = { readonly ref: RefObject<HTMLFormElement | null>; readonly noValidate: true };

/** A form of react-hook-form whose inputs are uncontrolled. */
export type ActionForm<Name extends string> = SentForm<FormProps> & {
  /** Spread on an input: its name, ref and handlers. The error of a value that has several inputs is shown at the first, `errorAt`. */
  readonly register: <Field extends Name>(name: Field, errorAt?: Name) => Registered<Field>;
  /** Spread on a `Field`: the same with its id, its error, and what was sent before. */
  readonly field: <Field extends Name>(name: Field) => RegisteredField<Field>;
  readonly errorOf: (name: Name) => string | undefined;
  readonly setValue: (name: Name, value: string, options?: SetValueConfig) => void;
  /** Returns the value of an input and renders the form again when it changes; `undefined` before the script runs. */
  readonly watch: (name: Name) => string | undefined;
  readonly control: Control<FieldValues>;
  /** A submit was refused since the last answer, which is therefore about an earlier one. */
  readonly isOvertaken: boolean;
  /** What the form would send now. */
  readonly formData: () => FormData;
};

type Registered<Name extends string> = {
  readonly name: Name;
  readonly ref: (input: Input | null) => void;
  readonly onChange: (event: ChangeEvent<Input>) => void;
  readonly onBlur: (event: FocusEvent<Input>) => void;
};

type RegisteredField<Name extends string> = Registered<Name> & {
  readonly id: string;
  readonly error: string | undefined;
  readonly defaultValue: string | undefined;
};

/**
 * Validates a form with the schema that its action uses, and sends it with or without a script. No error appears before the first
 * submit, except of fields in `checkedOnBlur`; a corrected field loses its error with the keystroke that corrects it. The server's
 * errors behave alike.
 */
export function useActionForm<State extends AnswerState>(
  options: ActionFormOptions<State>,
): ActionForm<NameIn<State>> & { readonly state: State } {
  const { submission, loadSchema, read = Object.fromEntries, checkedOnBlur = [], idOf = String } = options;
  const { defaultValues = {}, namesIn = Object.keys, textOf = String } = options;
  const { state, lost, pending, post, send } = submission;
  const ref = useRef<HTMLFormElement>(null);
  const firstLoad = useRef(loadSchema);
  const afterPress = useAfterPress();

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
  const { errors, isSubmitted, submitCount } = hookForm.formState;
  const setValue: (name: string, value: string, options?: SetValueConfig) => void = hookForm.setValue;

  function errorOf(name: string): string | undefined {
    // That of a whole list stands at its root, beside those of its rows.
    const { type, message } = (get(errors, `${name}.root`) ?? get(errors, name) ?? {}) as Partial<FieldError>;
    return message === undefined || type === "server" ? message : textOf(message);
  }

  const [listed, setListed] = useState<readonly string[]>(() => Object.keys(state.fieldErrors));
  const [seenSubmits, setSeenSubmits] = useState(0);
  const [refusedSubmits, setRefusedSubmits] = useState(0);
  /** The answer that a refused submit came after. */
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
  const isOvertaken = state === overtaken;
  const openErrors = listed.flatMap((name) => {
    const message = errorOf(name);
    return message === undefined ? [] : [{ field: idOf(name as NameIn<State>), message }];
  });

  // A summary without open errors is closed: a later mistake is shown at its field and moves no focus.
  const isResolved = listed.length > 0 && openErrors.length === 0;
  useEffect(() => {
    if (isResolved) setListed([]);
  }, [isResolved]);

  // The chunk arrives after the page has become interactive, and before the first submit.
  useEffect(() => void firstLoad.current().catch(() => undefined), []);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const submit = hookForm.handleSubmit(() => send(form));
    void submit(event);
  }

  function register<Name extends NameIn<State>>(name: Name, errorAt: NameIn<State> = name): Registered<Name> {
    const { ref, onChange, onBlur } = hookForm.register(name);
    return {
      name,
      ref(input) {
        // Nothing asks for the ref of a box, and with it react-hook-form checks or clears all boxes of its name.
        if (input?.type === "checkbox") return;
        const chosen = chosenOf(input);
        ref(input);
        // What was chosen before the script ran: react-hook-form would clear the radio buttons that it gets to know one by one.
        if (chosen !== "" && chosen !== get(hookForm.getValues(), name)) setValue(name, chosen);
      },
      onChange(event) {
        void onChange(event);
        const isValidated = isSubmitted && errorAt === name;
        if (isValidated || errorOf(errorAt) === undefined) return;
        // The schema does not know what the server said about several inputs together.
        if (errorAt !== name && (get(errors, errorAt) as FieldError).type === "server") hookForm.clearErrors(errorAt);
        else void hookForm.trigger(errorAt);
      },
      onBlur(event) {
        void onBlur(event);
        if (!checkedOnBlur.includes(name) || event.target.value.trim() === "") return;
        afterPress(() => void hookForm.trigger(name));
      },
    };
  }

  const field = <Name extends NameIn<State>>(name: Name): RegisteredField<Name> => ({
    ...register(name),
    id: idOf(name),
    error: errorOf(name),
    defaultValue: textIn(state.values, name),
  });

  return {
    state,
    openErrors,
    lost,
    pending,
    props: { ref, action: post, onSubmit, noValidate: true, "aria-busy": pending },
    message: isOvertaken ? undefined : state.message,
    isOvertaken,
    announcement: submission.announcement + refusedSubmits,
    register,
    field,
    errorOf,
    setValue,
    watch: hookForm.watch,
    control: hookForm.control,
    formData: () => new FormData(ref.current ?? undefined),
  };
}

/** Returns the value that is chosen in the input's group of radio buttons, "" for none. */
function chosenOf(input: Input | null): string {
  const group = input?.type === "radio" ? input.form?.elements.namedItem(input.name) : undefined;
  return group instanceof RadioNodeList ? group.value : "";
}

function textIn(values: object | undefined, name: string): string | undefined {
  const value = (values as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
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
