"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ClosingDetailsProps = { readonly className?: string; readonly children: ReactNode };

/** A `details` element as a menu: with script, Escape and a press outside close it. */
export function ClosingDetails({ className, children }: ClosingDetailsProps) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    function close(event: Event) {
      const details = box.current;
      if (
        !details?.open ||
        (event.target instanceof Node && event.type !== "keydown" && details.contains(event.target))
      )
        return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        details.querySelector("summary")?.focus();
      }
      details.open = false;
    }
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={box} className={className}>
      {children}
    </details>
  );
}
