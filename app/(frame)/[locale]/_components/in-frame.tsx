"use client";

import { useEffect } from "react";
import { tellHeight, tellHost } from "./host.ts";

/** Says that the frame can be shown, and how high it is. A frame with nothing to show leaves the host its link. */
export function InFrame({ event, missing = false }: { readonly event?: number; readonly missing?: boolean }) {
  useEffect(() => {
    if (missing) {
      tellHost("error", { code: "not_found" });
      return;
    }
    const stop = tellHeight();
    tellHost("ready", event === undefined ? {} : { event });
    return stop;
  }, [event, missing]);
  return null;
}
