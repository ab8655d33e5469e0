"use client";

import { type ChangeEvent, type FocusEvent, useCallback } from "react";
import type { SetValueConfig } from "react-hook-form";
import { useAfterPress } from "#components/forms/after-press.ts";
import { type CheckedForm, useCheckedForm } from "#components/forms/use-checked-form.ts";
import { type AnswerState, useSubmission } from "#components/forms/use-submission.ts";

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type NameIn<State extends AnswerState> = keyof State["fieldErrors"] & string;

type ActionFormOptions<State extends AnswerState> = {
  readonly action: (previous: State, form: FormData) => Promise<State>;
  readonly untouched: Awaited<State>;
  /** Loads the schema that the action uses too, in a chunk of its own. Its issues come in the order of the page. */
  readonly loadSchema: Parameters<typeof useCheckedForm>[0]["loadSchema"];
  /** Fields that are checked when the focus leaves them, unless they are empty. */
  readonly checkedOnBlur?: readonly NameIn<State>[];
};

export type ActionForm<Name extends string> = CheckedForm & {
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
};

type FieldHandlers<Name extends string> = {
  readonly name: Name;
  readonly ref: (input: Input | null) => void;
  readonly onChange: (event: ChangeEvent<Input>) => void;
  readonly onBlur: (event: FocusEvent<Input>) => void;
};

/** A form that is checked before it is sent, also the fields of `checkedOnBlur` when the focus leaves them. */
export function useActionForm<State extends AnswerState>(
  options: ActionFormOptions<State>,
): ActionForm<NameIn<State>> & { readonly state: State } {
  const { action, untouched, loadSchema, checkedOnBlur = [] } = options;
  const submission = useSubmission(action, untouched);
  const { shown, hookForm, errorOf } = useCheckedForm({ submission, loadSchema, read: textsOf });
  const { register, trigger, watch, formState } = hookForm;
  const { isSubmitted } = formState;
  const { ref } = shown.props;
  const setValue: (name: string, value: string, options?: SetValueConfig) => void = hookForm.setValue;
  const afterPress = useAfterPress();

  const formData = useCallback(() => new FormData(ref.current ?? undefined), [ref]);
  const restore = useCallback(
    (values: Readonly<Partial<Record<string, string>>>) => {
      for (const [name, value] of Object.entries(values)) {
        if (value !== undefined && !isEdited(ref.current, name)) setValue(name, value);
      }
    },
    [ref, setValue],
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

  return { ...shown, state: submission.state, field, errorOf, setValue, watch, restore, formData };
}

/** No form here has a file input, so every value is text. */
function textsOf(form: FormData): Readonly<Record<string, unknown>> {
  return Object.fromEntries(form);
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
