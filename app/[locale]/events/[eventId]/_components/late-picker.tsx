"use client";

import { Activity, lazy, useEffect, useState } from "react";
import type { TicketPickerProps } from "#app/[locale]/events/[eventId]/_components/ticket-picker.tsx";
import { hasChoice } from "#components/picker/choice-key.ts";
import { pickerId, whenNeeded } from "#components/picker/when-needed.ts";

let load = () => {};
const needed = new Promise<void>((resolve) => {
  load = resolve;
});

const TicketPicker = lazy(async () => {
  if (typeof window !== "undefined") await needed;
  const { TicketPicker } = await import("#app/[locale]/events/[eventId]/_components/ticket-picker.tsx").catch(replaced);
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
    if (staleNote === undefined && !hasChoice(data.eventId)) return whenNeeded(data, load);
    load();
  }, [data, staleNote]);

  return (
    <Activity>
      <TicketPicker {...props} />
    </Activity>
  );
}

/**
 * Loads the page again where its script is gone, as after a new build: nothing was chosen yet. A second failure leaves
 * the page as it is.
 */
function replaced(): Promise<never> {
  const { type } = (performance.getEntriesByType("navigation")[0] ?? {}) as { readonly type?: string };
  if (navigator.onLine && type !== "reload") window.location.reload();
  return new Promise(() => {});
}
