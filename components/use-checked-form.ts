"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { type ChangeEvent, type FocusEvent, type SubmitEvent, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useAfterPress } from "#components/after-press.ts";

type Values<Name extends string> = Record<Name, string>;
type Schema<Name extends string> = Parameters<typeof standardSchemaResolver<Values<Name>, unknown, unknown>>[0];

type CheckedFormOptions<Name extends string> = {
  readonly schema: Schema<Name>;
  /** In the order of the page. */
  readonly names: readonly Name[];
  /** Fields that say on leaving them what cannot be right, if anything stands in them. */
  readonly checkedOnLeaving: readonly Name[];
  readonly answered: { readonly fieldErrors: Partial<Record<string, string>>; readonly turn: number };
  readonly send: (form: FormData) => void;
  /** The server knows more of the form than this schema does, so it is asked at once and says everything together. */
  readonly asksServer?: boolean;
};

/** Complains late and forgives early: nothing before the first submit, and the keystroke that mends removes the error. */
export function useCheckedForm<Name extends string>(options: CheckedFormOptions<Name>) {
  const { schema, names, checkedOnLeaving, answered, send, asksServer } = options;
  const { register, handleSubmit, trigger, setError, setValue, formState } = useForm<Record<string, string>>({
    resolver: standardSchemaResolver(schema as Schema<string>),
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const { errors } = formState;
  const afterPress = useAfterPress();
  const [live, setLive] = useState(false);
  const [summary, setSummary] = useState<{ readonly names: readonly Name[]; readonly turn: number }>(() => ({
    names: failedNames(names, answered.fieldErrors),
    turn: 0,
  }));

  // The server's word about a field stands beside it like the browser's own, and goes when the field is mended.
  useEffect(() => {
    setLive(true);
    const failed = failedNames(names, answered.fieldErrors);
    for (const name of failed) setError(name, { message: answered.fieldErrors[name] ?? "" });
    setSummary((before) => ({ names: failed, turn: before.turn + 1 }));
  }, [answered, names, setError]);

  const errorOf = (name: Name): string | undefined => (live ? errors[name]?.message : answered.fieldErrors[name]);
  const listed = summary.names.flatMap((name) => {
    const message = errorOf(name);
    return message === undefined ? [] : [{ field: name, message }];
  });

  // Once all is mended the summary is over: a later slip is told beside its field and moves nobody's focus.
  const isOver = live && summary.names.length > 0 && listed.length === 0;
  useEffect(() => {
    if (isOver) setSummary(({ turn }) => ({ names: [], turn }));
  }, [isOver]);

  function field(name: Name) {
    const { onBlur, onChange, ref } = register(name);
    return {
      name,
      ref,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        void onChange(event);
        if (errors[name] !== undefined) void trigger(name);
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        void onBlur(event);
        const isWorthChecking = checkedOnLeaving.includes(name) && event.target.value.trim() !== "";
        if (isWorthChecking) afterPress(() => void trigger(name));
      },
    };
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    event.preventDefault();
    if (asksServer) return send(form);
    let failed: readonly Name[] = [];
    const checked = handleSubmit(
      () => send(form),
      (wrong) => {
        failed = names.filter((name) => wrong[name] !== undefined);
      },
    )(event);
    // Only now do the fields say what is wrong with them; a summary drawn before would find nothing to list.
    void checked.then(() => {
      if (failed.length > 0) setSummary(({ turn }) => ({ names: failed, turn: turn + 1 }));
    });
  }

  return { field, errorOf, listed, summaryTurn: summary.turn, onSubmit, setValue };
}

function failedNames<Name extends string>(names: readonly Name[], errors: Partial<Record<string, string>>) {
  return names.filter((name) => errors[name] !== undefined);
}
