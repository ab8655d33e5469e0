"use client";

import { type ReactNode, useEffect, useRef } from "react";

type WideOpenProps = { readonly className?: string; readonly children: ReactNode };

/** A disclosure that is closed on a phone and open where there is room. Before the script runs the style opens it. */
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
