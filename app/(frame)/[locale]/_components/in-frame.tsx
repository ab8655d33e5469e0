"use client";

import { useEffect } from "react";
import { postHeight, postToHost } from "./host.ts";

/** Tells the host that the frame is ready, and its height. Without content the host keeps its own link. */
export function InFrame({ event, missing = false }: { readonly event?: number; readonly missing?: boolean }) {
  useEffect(() => {
    if (missing) {
      postToHost("error", { code: "not_found" });
      return;
    }
    const stop = postHeight();
    postToHost("ready", event === undefined ? {} : { event });
    return stop;
  }, [event, missing]);
  return null;
}
