import { useCallback, useLayoutEffect, useRef } from "react";

type Control = HTMLButtonElement | HTMLInputElement | HTMLDetailsElement;
type EarlyPress = readonly [kind: string, control: Control, value?: string];

/** What was pressed before this script had come, by the small script that came with the page. */
type Page = { earlyPresses?: readonly EarlyPress[] | undefined };

/** What is typed and pressed is done first, then a date is changed, which takes the quantities along; leaving is last. */
const ORDER = ["text", "button", "radio", "submit"];

/**
 * Takes what a quick hand did before the page could answer, and answers how to do it again. From here on React hears
 * every press itself, and does so once these effects have run: nothing is lost in between, and nothing counts twice.
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
    // Each in a turn of its own: a count is one more than what the press before it has drawn.
    for (const press of early) setTimeout(again, 0, press);
  }, []);
}

/** React hears of a change only where a field differs from what it saw last, and it saw what was pressed and typed early. */
function again([kind, control, value]: EarlyPress) {
  control.removeAttribute("aria-busy");
  if (kind === "click") {
    if (control instanceof HTMLInputElement) control.checked = false;
    return control.click();
  }
  if (control instanceof HTMLInputElement) {
    control.value = `${value} `;
    Reflect.set(HTMLInputElement.prototype, "value", value, control);
  }
  control.dispatchEvent(new Event(kind, { bubbles: true }));
}
