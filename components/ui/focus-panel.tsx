"use client";

import { useEffect, useRef } from "react";
import { Panel, type PanelProps } from "#components/ui/panel.tsx";

type FocusPanelProps = PanelProps & {
  /** Increases with each response, so that the same message takes focus again. */
  readonly announcement?: number;
};

/** A message that takes focus when it appears and with each further announcement. */
export function FocusPanel({ announcement = 0, ...panel }: FocusPanelProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (announcement >= 0) box.current?.focus();
  }, [announcement]);

  return <Panel ref={box} tabIndex={-1} {...panel} />;
}
