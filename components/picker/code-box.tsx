"use client";

import { Check } from "lucide";
import { type MouseEvent, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import type { CODES_LENGTH_MAX } from "#lib/catalogue/event-link.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import type { Choosing } from "./use-choice.ts";

/** A copy of `CODES_LENGTH_MAX`, checked by its type: importing the value would add a module to the event page's script. */
const CODE_FIELD_MAX: typeof CODES_LENGTH_MAX = 100;

const ACCEPTED = "flex items-start gap-1.5 font-medium text-ok";

type CodeBoxProps = { readonly choosing: Choosing; readonly words: PickerWords };

/**
 * The code field, for discount and access codes. The code is sent with the reservation; before that the page shows what
 * it reveals.
 */
export function CodeBox({ choosing, words }: CodeBoxProps) {
  const isLive = useScriptRuns();
  const [reason, hint] = [useId(), useId()];
  const [isOpen, setOpen] = useState(false);

  /** The field stays, to type another. */
  function remove({ currentTarget }: MouseEvent) {
    setOpen(true);
    choosing.removeCode();
    currentTarget.closest("details")?.querySelector("input")?.focus();
  }

  return (
    <details
      className="group text-sm"
      open={isOpen || choosing.choice.code.trim() !== "" || undefined}
      onToggle={({ currentTarget: box }) => {
        // Opened by hand: what was pressed is hidden now.
        if (box.open && choosing.choice.code === "") box.querySelector("input")?.focus();
      }}
    >
      <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 group-open:hidden">
        {words.haveCode}
      </summary>
      <div className="flex flex-col gap-2 py-2">
        <div className="flex max-w-md items-end gap-2">
          <Field
            label={words.code}
            name="code"
            aria-invalid={choosing.isCodeRefused}
            aria-describedby={choosing.codeSays === "" ? hint : reason}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={CODE_FIELD_MAX}
            enterKeyHint="done"
            value={choosing.choice.code}
            onChange={(event) => choosing.setCode(event.target.value)}
            onBlur={choosing.applyCode}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              choosing.applyCode();
            }}
            className="min-w-0 grow"
          />
          <Button
            type="button"
            kind="secondary"
            onClick={choosing.isCodeApplied ? remove : choosing.applyCode}
            className={classNames("script-only min-h-13 shrink-0 max-[22rem]:px-3", !isLive && "invisible")}
          >
            {choosing.isCodeApplied ? words.removeCode : words.applyCode}
          </Button>
        </div>
        <div className="min-h-5.5">
          <p
            id={reason}
            role="status"
            className={classNames(
              choosing.isCodeRefused && "font-medium text-bad",
              choosing.isCodeAccepted && ACCEPTED,
            )}
          >
            {choosing.isCodeAccepted && <Icon of={Check} strokeWidth={2.25} size={18} className="mt-0.5 shrink-0" />}
            <span className="text-pretty">{choosing.codeSays}</span>
          </p>
          {choosing.codeSays === "" && (
            <p id={hint} className="text-xs text-ink-muted">
              {words.codeHint}
            </p>
          )}
        </div>
        <noscript>
          <a href={`/${choosing.data.locale}/events/${choosing.data.eventId}/tickets`} target="_top">
            {words.codePage}
          </a>
        </noscript>
      </div>
    </details>
  );
}
