"use client";

import { useEffect } from "react";

/**
 * Has the router know the entry of the history that a link to a part of the page makes. Without it the router ignores Back to that entry:
 * the address would be of one page, and the content of the next.
 */
export function PartLinks() {
  useEffect(() => {
    const tellRouter = () => history.state === null && history.replaceState(null, "", location.href);
    window.addEventListener("hashchange", tellRouter);
    return () => window.removeEventListener("hashchange", tellRouter);
  }, []);
  return null;
}
