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
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (announcement >= 0) box.current?.focus();
  }, [announcement]);

  return <Panel ref={box} tabIndex={-1} className={classNames("outline-hidden", className)} {...panel} />;
}
