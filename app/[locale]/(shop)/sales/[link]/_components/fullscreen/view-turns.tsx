"use client";

import { useEffect, useRef } from "react";
import { changeView } from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/full-screen.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

type ViewTurnsProps = {
  /** The ids of the adjacent views. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly words: { readonly previous: string; readonly next: string };
  readonly className: string;
};

/** A shorter movement of a finger, in pixels, is not a swipe. */
const SWIPE_PIXELS = 48;

/** Changes to the adjacent ticket by buttons, by a swipe, and by the arrow keys, in the direction of the text. */
export function ViewTurns({ previous, next, words, className }: ViewTurnsProps) {
  const place = useRef<HTMLDivElement>(null);
  const scriptRuns = useScriptRuns();

  useEffect(() => {
    const dialog = place.current?.closest("dialog");
    if (!dialog) return;
    let start: Touch | undefined;
    const turn = (steps: number) => {
      const isRightToLeft = getComputedStyle(dialog).direction === "rtl";
      changeView(dialog, steps > 0 === isRightToLeft ? previous : next);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "ArrowRight") turn(1);
      if (event.key === "ArrowLeft") turn(-1);
    };
    const touch = (event: TouchEvent) => {
      start = event.touches.length === 1 ? event.touches[0] : undefined;
    };
    const release = ({ changedTouches: [end] }: TouchEvent) => {
      if (start === undefined || end === undefined) return;
      const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
      if (Math.abs(across) >= SWIPE_PIXELS && Math.abs(across) > 2 * Math.abs(down)) turn(-across);
    };
    dialog.addEventListener("keydown", press);
    dialog.addEventListener("touchstart", touch, { passive: true });
    dialog.addEventListener("touchend", release, { passive: true });
    return () => {
      dialog.removeEventListener("keydown", press);
      dialog.removeEventListener("touchstart", touch);
      dialog.removeEventListener("touchend", release);
    };
  }, [previous, next]);

  return (
    <div ref={place} className="flex gap-3">
      {scriptRuns &&
        [
          { view: previous, label: words.previous },
          { view: next, label: words.next },
        ].map(
          ({ view, label }) =>
            view !== undefined && (
              <button
                key={label}
                type="button"
                onClick={() => changeView(place.current?.closest("dialog"), view)}
                className={className}
              >
                {label}
              </button>
            ),
        )}
    </div>
  );
}
