import { useCallback, useLayoutEffect, useRef } from "react";
import { type EarlyPress, forgetPresses, keptPresses, type PressedPage } from "./kept-presses.ts";
import { MISSING_NOTE } from "./when-needed.ts";

/**
 * The order of replaying: text and quantities first, then a change of date, which carries the quantities, then submit.
 */
const ORDER = ["text", "button", "radio", "submit"];

/**
 * Takes the presses from before hydration, also from before a reload, and returns a function that replays them. From then on React handles every
 * press itself: none is lost, and none counts twice.
 */
export function useEarlyPresses(): () => void {
  const taken = useRef<readonly EarlyPress[]>([]);

  useLayoutEffect(() => {
    const page: PressedPage = window;
    taken.current = [...pressesBeforeReload(), ...(page.earlyPresses ?? taken.current)];
    page.earlyPresses = undefined;
    document.getElementById(MISSING_NOTE)?.setAttribute("hidden", "");
  }, []);

  return useCallback(() => {
    const rank = ([, control]: EarlyPress) => ("type" in control ? ORDER.indexOf(control.type) : 0);
    const early = taken.current.toSorted((a, b) => rank(a) - rank(b));
    taken.current = [];
    // Each press in its own task, since a quantity depends on the render after the press before it.
    for (const press of early) setTimeout(replay, 0, press);
  }, []);
}

/** Finds the controls of the presses that a reload has kept. What can no longer be chosen has none. */
function pressesBeforeReload(): readonly EarlyPress[] {
  const kept = keptPresses() ?? [];
  forgetPresses();
  return kept.flatMap(([type, name, value]) =>
    [...document.getElementsByName(name)].flatMap((control) =>
      (control instanceof HTMLInputElement || control instanceof HTMLButtonElement) &&
      (type === "input" || control.value === value)
        ? [[type, control, value] as const]
        : [],
    ),
  );
}

/**
 * Replays one press. React notices a change only where a field differs from the value that it saw last, so the value is
 * changed back first.
 */
function replay([type, control, value]: EarlyPress) {
  control.removeAttribute("aria-busy");
  if (type === "click") {
    if (control instanceof HTMLInputElement) control.checked = false;
    return control.click();
  }
  if (control instanceof HTMLInputElement) {
    control.value = `${value} `;
    Reflect.set(HTMLInputElement.prototype, "value", value, control);
  }
  control.dispatchEvent(new Event(type, { bubbles: true }));
}
