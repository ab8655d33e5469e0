"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { SOURCE_FIELDS } from "#lib/ticketing/model/source-fields.ts";

/** The fields that say where a visitor comes from. A page without them, as most visits have, loads and sends nothing. */
const SOURCE = new RegExp(`[?&](?:${SOURCE_FIELDS})=`);

/** Counts a page that a link, an embed or a campaign has opened, and has the shop's links keep that source. */
export function FollowSource() {
  const path = usePathname();
  const router = useRouter();

  useEffect(() => {
    if (!SOURCE.test(window.location.search)) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    void import("./source-of-visit.ts").then(({ countOpened, keepSource }) => {
      if (isUnmounted) return;
      countOpened(path);
      stop = keepSource(router.push);
    });
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [path, router]);

  return null;
}
