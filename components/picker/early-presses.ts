import { useCallback, useLayoutEffect, useRef } from "react";

type Control = HTMLButtonElement | HTMLInputElement | HTMLDetailsElement;
type EarlyPress = readonly [type: string, control: Control, value?: string];

/** Presses before this script was loaded, recorded by the inline script of the page. */
type Page = { earlyPresses?: readonly EarlyPress[] | undefined };

/**
 * The order of replaying: text and quantities first, then a change of date, which carries the quantities, then submit.
 */
const ORDER = ["text", "button", "radio", "submit"];

/**
 * Takes the presses from before hydration, and returns a function that replays them. From then on React handles every
 * press itself: none is lost, and none counts twice.
 */
export function useEarlyPresses(): () => void {
  const taken = useRef<readonly EarlyPress[]>([]);

  useLayoutEffect(() => {
    const page: Window & Page = window;
    taken.current = page.earlyPresses ?? taken.current;
    page.earlyPresses = undefined;
  }, []);

  return useCallback(() => {
    const rank = ([, control]: EarlyPress) => ("type" in control ? ORDER.indexOf(control.type) : 0);
    const early = taken.current.toSorted((a, b) => rank(a) - rank(b));
    taken.current = [];
    // Each press in its own task, since a quantity depends on the render after the press before it.
    for (const press of early) setTimeout(replay, 0, press);
  }, []);
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
