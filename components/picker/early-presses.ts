import { useLayoutEffect } from "react";
import { type EarlyPress, forgetPresses, keptPresses, type PressedPage } from "./kept-presses.ts";
import { MISSING_NOTE } from "./when-needed.ts";

/**
 * The order of replaying: text and quantities first, then a change of date, which carries the quantities, then submit.
 */
const ORDER = ["text", "button", "radio", "submit"];

/** Takes the presses from before hydration, also from before a reload. Where there are any, recording goes on. */
export function useEarlyPresses(): void {
  useLayoutEffect(() => {
    const page: PressedPage = window;
    const early = [...pressesBeforeReload(), ...(page.earlyPresses ?? [])];
    page.earlyPresses = early.length > 0 ? early : undefined;
    document.getElementById(MISSING_NOTE)?.setAttribute("hidden", "");
  }, []);
}

/**
 * Replays the presses, each in a task of its own, since a quantity depends on the render before it. Presses in between are
 * recorded behind them, so that none goes before an earlier one. From then on React handles every press itself: none is
 * lost, and none counts twice.
 */
export function replayPresses(): void {
  setTimeout(() => {
    const page: PressedPage = window;
    const waiting = page.earlyPresses ?? [];
    page.earlyPresses = undefined;
    const [press] = waiting.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (press === undefined) return;
    replay(press);
    page.earlyPresses = waiting.filter((other) => other !== press);
    replayPresses();
  });
}

function rankOf([, control]: EarlyPress): number {
  return "type" in control ? ORDER.indexOf(control.type) : 0;
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
