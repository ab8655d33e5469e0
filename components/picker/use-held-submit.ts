import { type SubmitEvent, useEffect, useState } from "react";

/** Holds a submit back until the choice of a link or of the storage has arrived, and then repeats it, so that no press is lost. */
export function useHeldSubmit(isSettled: boolean) {
  const [held, setHeld] = useState<HTMLFormElement>();

  useEffect(() => {
    if (held === undefined || !isSettled) return;
    setHeld(undefined);
    held.requestSubmit();
  }, [held, isSettled]);

  return {
    isHeld: held !== undefined,
    /** Returns whether the submit is held back. */
    holds(event: SubmitEvent<HTMLFormElement>): boolean {
      if (isSettled) return false;
      event.preventDefault();
      setHeld(event.currentTarget);
      return true;
    },
  };
}
