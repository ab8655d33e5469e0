import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether this component handles presses: `false` on the server and until it is hydrated. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
