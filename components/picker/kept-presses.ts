import { inTab } from "./choice-key.ts";

/** A press that outlasts a reload: the type of its event, and the name and value of its control. */
export type KeptPress = readonly [type: string, name: string, value: string];

/** A control of the picker, which is a button, a field or a details element. Those without a name are not kept. */
type Control = HTMLElement & {
  readonly name?: string;
  readonly type?: string;
  readonly form?: HTMLFormElement | null;
};
export type EarlyPress = readonly [type: string, control: Control, value?: string];

/** Presses before the picker's script was loaded, recorded by the inline script of the page. */
export type PressedPage = Window & { earlyPresses?: readonly EarlyPress[] | undefined };

/** Each page has one picker. */
const keyHere = () => `foyer.presses.${window.location.pathname}`;

/** Returns the name of a stepper's buttons, whose values are 1 and -1. Of all that is clicked, only dates have others. */
export function stepName(ticketTypeId: number): string {
  return `step.${ticketTypeId}`;
}

/**
 * Keeps the presses for the reload of this page, except Continue, which has no name: only the buyer may repeat it. Returns
 * false where they cannot be kept, or where a reload before has kept some that are not replayed yet.
 */
export function keepForReload(): boolean {
  return (
    keptPresses() === undefined &&
    inTab((storage) => {
      storage.setItem(keyHere(), JSON.stringify(namedPresses()));
      return true;
    }) === true
  );
}

/** Returns the presses that a reload has kept, or `undefined` without such a reload. */
export function keptPresses(): readonly KeptPress[] | undefined {
  return inTab((storage) => JSON.parse(storage.getItem(keyHere()) ?? "") as KeptPress[]);
}

/** Forgets what a reload has kept. */
export function forgetPresses(): void {
  inTab((storage) => storage.removeItem(keyHere()));
}

/** Returns the presses on controls that have a name. */
export function namedPresses(): readonly KeptPress[] {
  const { earlyPresses = [] }: PressedPage = window;
  return earlyPresses.flatMap(([type, { name }, value = ""]) => (name ? [[type, name, value]] : []));
}
