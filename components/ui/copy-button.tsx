"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

export type CopyButtonProps = {
  readonly text: string;
  readonly words: { readonly copy: string; readonly copied: string };
  /** Which of several, for whoever hears the button alone. It follows the visible words, so that the name holds them. */
  readonly about?: string;
  readonly className?: string;
};

/** Puts a text on the clipboard. Where no script runs it keeps its room and shows nothing: the text stands beside it. */
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
        {copied ? words.copied : words.copy}
        {about !== undefined && <span className="sr-only"> {about}</span>}
      </button>
      <span role="status" className="sr-only">
        {copied ? words.copied : ""}
      </span>
    </>
  );
}
