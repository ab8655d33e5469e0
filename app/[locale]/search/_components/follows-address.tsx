"use client";

import { type ReactNode, useEffect, useRef } from "react";

type FollowsAddressProps = { readonly value: string; readonly className?: string; readonly children: ReactNode };

/**
 * One field, uncontrolled, that shows what the address says whenever the address changes: a filter taken off by its chip
 * leaves its box as well. What has the focus keeps it.
 */
export function FollowsAddress({ value, className, children }: FollowsAddressProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const field = box.current?.querySelector<HTMLInputElement | HTMLSelectElement>("input, select");
    if (field) field.value = value;
  }, [value]);

  return (
    <div ref={box} className={className}>
      {children}
    </div>
  );
}
