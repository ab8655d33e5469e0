"use client";

import { type ReactNode, useEffect, useRef } from "react";

type WideOpenProps = { readonly className?: string; readonly children: ReactNode };

/**
 * A `details` element that is closed on a phone and open on a wide screen. Before hydration the stylesheet opens it.
 */
export function WideOpen({ className, children }: WideOpenProps) {
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const wide = window.matchMedia("(min-width: 64rem)");
    const follow = () => {
      if (box.current && wide.matches) box.current.open = true;
    };
    follow();
    wide.addEventListener("change", follow);
    return () => wide.removeEventListener("change", follow);
  }, []);

  return (
    <details ref={box} className={className}>
      {children}
    </details>
  );
}
