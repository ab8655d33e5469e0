"use client";

import { useEffect, useRef } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Panel, type PanelProps } from "#components/ui/panel.tsx";

type FocusPanelProps = PanelProps & {
  /** Increases with each response, so that the same message takes focus again. */
  readonly announcement?: number;
};

/**
 * A message that takes focus when it appears and with each further announcement. Nothing marks the focus: the message is no
 * control, and would look like a selected field.
 */
export function FocusPanel({ announcement = 0, className, ...panel }: FocusPanelProps) {
  const box = useFocusAt<HTMLDivElement>(announcement);
  return <Panel ref={box} tabIndex={-1} className={classNames("outline-hidden", className)} {...panel} />;
}

type FocusLineProps = { readonly announcement: number; readonly children: string };

/** The same in one line, beside the fields that it is about. */
export function FocusLine({ announcement, children }: FocusLineProps) {
  const line = useFocusAt<HTMLParagraphElement>(announcement);
  return (
    <p ref={line} role="alert" tabIndex={-1} className="scroll-mt-16 text-sm font-semibold text-bad outline-hidden">
      {children}
    </p>
  );
}

function useFocusAt<Shown extends HTMLElement>(announcement: number) {
  const shown = useRef<Shown>(null);

  useEffect(() => {
    if (announcement >= 0) shown.current?.focus();
  }, [announcement]);

  return shown;
}
