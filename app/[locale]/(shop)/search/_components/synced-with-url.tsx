"use client";

import { type ReactNode, useEffect, useRef } from "react";

type SyncedWithUrlProps = { readonly value: string; readonly className?: string; readonly children: ReactNode };

/**
 * An uncontrolled field that follows the URL: when a filter is removed by its chip, its field is cleared. What was entered before
 * hydration stays.
 */
export function SyncedWithUrl({ value, className, children }: SyncedWithUrlProps) {
  const box = useRef<HTMLDivElement>(null);
  const followed = useRef(value);

  useEffect(() => {
    if (followed.current === value) return;
    followed.current = value;
    const field = box.current?.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
    if (field) field.value = value;
  }, [value]);

  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
