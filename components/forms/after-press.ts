"use client";

import { useCallback, useEffect, useRef } from "react";

/**
 * Puts off what moves the page until the finger is up. A field is left in the middle of a press on the button below
 * it: a message that appeared then would push the button away from under the finger, and the press would be lost.
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
