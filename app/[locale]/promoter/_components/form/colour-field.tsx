"use client";

import { useState } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

type ColourFieldProps = FieldProps & {
  /** Names the browser's own choice of colours. */
  readonly pick: string;
};

const HEX = /^#[\da-f]{6}$/i;

/** A colour as text, which is what is sent, beside the browser's own choice of colours where a script runs. */
export function ColourField({ pick, className, ...field }: ColourFieldProps) {
  const [typed, setTyped] = useState<string>();
  const canPick = useScriptRuns();
  const stored = String(field.defaultValue ?? "");
  const shown = typed !== undefined && HEX.test(typed) ? typed : stored;
  return (
    <div
      className={classNames("flex items-end gap-3", className)}
      onInput={({ target }) => target instanceof HTMLInputElement && setTyped(target.value)}
    >
      <Field {...field} autoComplete="off" autoCapitalize="off" spellCheck={false} dir="ltr" className="grow" />
      {canPick && (
        <input
          type="color"
          aria-label={pick}
          value={HEX.test(shown) ? shown : colourOfPage()}
          onChange={({ currentTarget }) => writeInto(currentTarget.form, field.name, currentTarget.value)}
          className="size-13 shrink-0 rounded-md border border-line-strong bg-surface p-1"
        />
      )}
    </div>
  );
}

/** The shop has a colour also where none is stored: that of the stylesheet. */
function colourOfPage(): string {
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--accent-fill-l").trim();
  return HEX.test(colour) ? colour : "#000000";
}

/** Writes as if it was typed, so that the form checks it and the preview shows it. */
function writeInto(form: HTMLFormElement | null, name: string, value: string): void {
  const input = form?.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return;
  input.setRangeText(value, 0, input.value.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
