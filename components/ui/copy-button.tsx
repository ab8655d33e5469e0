"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

type CopyButtonProps = {
  readonly text: string;
  readonly words: { readonly copy: string; readonly copied: string };
  /** Appended to the accessible name: which of several buttons it is. It follows the visible text. */
  readonly about?: string;
  readonly className?: string;
};

/** Copies a text to the clipboard. Without script it takes its space but is hidden: the text itself is beside it. */
export function CopyButton({ text, words, about, className = "" }: CopyButtonProps) {
  const canCopy = useScriptRuns() && navigator.clipboard !== undefined;
  const [copied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }

  return (
    <>
      <button
        type="button"
        onClick={() => void copy().catch(() => setCopied(false))}
        onBlur={() => setCopied(false)}
        className={buttonClass("secondary", `${className} ${canCopy ? "" : "invisible"}`)}
      >
        <span>{copied ? words.copied : words.copy}</span>
        {about !== undefined && <span className="sr-only">{` ${about}`}</span>}
      </button>
      <span role="status" className="sr-only">
        {copied ? words.copied : ""}
      </span>
    </>
  );
}
