"use client";

import { useEffect } from "react";
import { postHeight, postToHost } from "./host.ts";

/**
 * Tells the host that the frame is ready, and its height. Without content the host keeps its own link. Before that it takes on the
 * theme in its own URL, since the page is cached for all hosts: `dark`, or `auto` for that of the visitor's system.
 */
export function InFrame({ event, missing = false }: { readonly event?: number; readonly missing?: boolean }) {
  useEffect(() => {
    const theme = new URLSearchParams(window.location.search).get("theme");
    const { dataset } = document.documentElement;
    if (theme === "dark") dataset.theme = theme;
    if (theme === "auto") delete dataset.theme;
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
