"use client";

import { Check } from "lucide";
import { useId } from "react";
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
  const reason = useId();
  return (
    <details className="text-sm" open={choosing.choice.code.trim() !== "" || undefined}>
      <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
        {words.haveCode}
      </summary>
      <div className="flex flex-col gap-2 pt-2">
        <div className="flex max-w-md items-end gap-2">
          <Field
            // The summary above is its visible name.
            label={<span className="sr-only">{words.code}</span>}
            name="code"
            hint={words.codeHint}
            aria-invalid={choosing.isCodeRefused}
            aria-describedby={choosing.isCodeRefused ? reason : undefined}
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
            onClick={choosing.applyCode}
            className={classNames("script-only min-h-13 shrink-0 max-[22rem]:px-3", !isLive && "invisible")}
          >
            {words.applyCode}
          </Button>
        </div>
        <p
          id={reason}
          role="status"
          className={classNames(
            "min-h-5.5",
            choosing.isCodeRefused && "font-medium text-bad",
            choosing.isCodeAccepted && ACCEPTED,
          )}
        >
          {choosing.isCodeAccepted && <Icon of={Check} strokeWidth={2.25} size={18} className="mt-0.5 shrink-0" />}
          {choosing.codeSays}
        </p>
        <noscript>
          <a href={`/${choosing.data.locale}/events/${choosing.data.eventId}/tickets`} target="_top">
            {words.codePage}
          </a>
        </noscript>
      </div>
    </details>
  );
}
