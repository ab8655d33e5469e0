"use client";

import { Activity, lazy, useEffect, useState } from "react";
import type { TicketPickerProps } from "#app/[locale]/events/[eventId]/_components/ticket-picker.tsx";
import { loadAgain } from "#components/load-again.ts";
import { hasChoice } from "#components/picker/choice-key.ts";
import { keepForReload, keptPresses } from "#components/picker/kept-presses.ts";
import { MISSING_NOTE, pickerId, whenNeeded } from "#components/picker/when-needed.ts";

let load = () => {};
const needed = new Promise<void>((resolve) => {
  load = resolve;
});

const TicketPicker = lazy(async () => {
  if (typeof window !== "undefined") await needed;
  const { TicketPicker } = await loadAgain(
    () => import("#app/[locale]/events/[eventId]/_components/ticket-picker.tsx"),
    onFailure,
  );
  return { default: TicketPicker };
});

/**
 * The picker as the server has rendered it. Its script is loaded when it is needed, which most visits never do, and takes
 * over the rendered elements then. Activity keeps them until that.
 */
export function LatePicker(props: TicketPickerProps) {
  const { data, staleNote } = props;

  useState(() => {
    // A page that the router shows has no picker yet.
    if (typeof window !== "undefined" && document.getElementById(pickerId(data.eventId)) === null) load();
  });

  useEffect(() => {
    if (staleNote === undefined && !hasChoice(data.eventId) && !keptPresses()) return whenNeeded(data, load);
    load();
  }, [data, staleNote]);

  return (
    <Activity>
      <TicketPicker {...props} />
    </Activity>
  );
}

/** From then on a script is more likely gone, as after a new build, than late. */
const FAILURES_MAX = 3;

/**
 * Says that the picker is missing. Then loads the page again once, with the presses so far, and where that does not help
 * submits the form without the picker.
 */
async function onFailure(times: number) {
  const note = document.getElementById(MISSING_NOTE);
  // The router has left the page.
  if (note === null) return;
  // No state of React: a render of the picker's parent would replace the rendered elements.
  note.hidden = false;
  if (times < FAILURES_MAX || !navigator.onLine) return;
  if (keepForReload()) return window.location.reload();
  const plainly = await import("#components/picker/submit-plainly.ts").catch(() => undefined);
  plainly?.submitPlainly();
}
