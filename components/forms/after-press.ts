"use client";

import { useCallback, useEffect, useRef } from "react";

/**
 * Defers work that moves the page until the pointer is up. A press on the button below a field blurs the field first: an
 * error that appeared then would move the button away from the pointer, and no click would happen.
 */
export function useAfterPress(): (work: () => void) => void {
  const isDown = useRef(false);

  useEffect(() => {
    const down = () => {
      isDown.current = true;
    };
    const up = () => {
      isDown.current = false;
    };
    const ends = ["pointerup", "pointercancel", "dragend"] as const;
    window.addEventListener("pointerdown", down, true);
    for (const end of ends) window.addEventListener(end, up, true);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      for (const end of ends) window.removeEventListener(end, up, true);
    };
  }, []);

  return useCallback((work) => {
    if (!isDown.current) return work();
    const released = () => setTimeout(work);
    window.addEventListener("pointerup", released, { once: true });
  }, []);
}
