"use client";

import { type ChangeEvent, type FocusEvent, type SubmitEvent, useCallback, useEffect, useRef, useState } from "react";
import { useAfterPress } from "#components/forms/after-press.ts";

type Errors = Readonly<Partial<Record<string, string>>>;

/** A schema of any library that keeps to the Standard Schema. */
type Schema = { readonly "~standard": { readonly validate: (value: unknown) => Verdict | Promise<Verdict> } };
type Verdict = {
  readonly issues?:
    | readonly { readonly message: string; readonly path?: readonly (PropertyKey | object)[] | undefined }[]
    | undefined;
};

type CheckedFormOptions<Name extends string> = {
  readonly schema: Schema;
  /** In the order of the page. */
  readonly names: readonly Name[];
  /** Fields that say on leaving them what cannot be right, if anything stands in them. */
  readonly checkedOnLeaving: readonly Name[];
  readonly answered: { readonly fieldErrors: Errors; readonly turn: number };
  readonly send: (form: FormData) => void;
  /** The server knows more of the form than this schema does, so it is asked at once and says everything together. */
  readonly asksServer?: boolean;
};

/** Complains late and forgives early: nothing before the first submit, and the keystroke that mends removes the error. */
export function useCheckedForm<Name extends string>(options: CheckedFormOptions<Name>) {
  const { schema, names, checkedOnLeaving, answered, send, asksServer } = options;
  const inputs = useRef(new Map<string, HTMLInputElement>());
  const [errors, setErrors] = useState<Errors>(answered.fieldErrors);
  const [submitted, setSubmitted] = useState(false);
  const [summary, setSummary] = useState<{ readonly names: readonly Name[]; readonly turn: number }>(() => ({
    names: failedNames(names, answered.fieldErrors),
    turn: 0,
  }));
  const afterPress = useAfterPress();

  // The server's word about a field stands beside it like the browser's own, and goes when the field is mended.
  useEffect(() => {
    setErrors(answered.fieldErrors);
    setSummary((before) => ({ names: failedNames(names, answered.fieldErrors), turn: before.turn + 1 }));
  }, [answered, names]);

  const errorOf = (name: Name): string | undefined => errors[name];
  const listed = summary.names.flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ field: name, message }];
  });

  // Once all is mended the summary is over: a later slip is told beside its field and moves nobody's focus.
  const isOver = summary.names.length > 0 && listed.length === 0;
  useEffect(() => {
    if (isOver) setSummary(({ turn }) => ({ names: [], turn }));
  }, [isOver]);

  const problems = useCallback(() => {
    const values = Object.fromEntries([...inputs.current].map(([name, input]) => [name, input.value]));
    const verdict = schema["~standard"].validate(values);
    if (verdict instanceof Promise) throw new TypeError("A form is checked by a schema that answers at once.");
    return Object.fromEntries(
      (verdict.issues ?? []).map(({ path, message }) => [String(path?.[0]), message]).reverse(),
    );
  }, [schema]);

  const check = useCallback(
    (name: Name) => {
      const { [name]: problem } = problems();
      setErrors(({ [name]: _before, ...others }) => (problem === undefined ? others : { ...others, [name]: problem }));
    },
    [problems],
  );

  const setValue = useCallback(
    (name: Name, value: string, { shouldValidate = false } = {}) => {
      const input = inputs.current.get(name);
      if (input) input.value = value;
      if (shouldValidate) check(name);
    },
    [check],
  );

  function field(name: Name) {
    return {
      name,
      ref(input: HTMLInputElement | null) {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
      onChange(_event: ChangeEvent<HTMLInputElement>) {
        if (submitted || errors[name] !== undefined) check(name);
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        const isWorthChecking = checkedOnLeaving.includes(name) && event.target.value.trim() !== "";
        if (isWorthChecking) afterPress(() => check(name));
      },
    };
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    event.preventDefault();
    setSubmitted(true);
    if (asksServer) return send(form);
    const found = problems();
    const failed = failedNames(names, found);
    setErrors(found);
    if (failed.length === 0) return send(form);
    setSummary(({ turn }) => ({ names: failed, turn: turn + 1 }));
  }

  return { field, errorOf, listed, summaryTurn: summary.turn, onSubmit, setValue };
}

function failedNames<Name extends string>(names: readonly Name[], errors: Errors): readonly Name[] {
  return names.filter((name) => errors[name] !== undefined);
}
