"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

type ReloadProps = {
  readonly afterMs: number;
  /** Reloads again and again, until the page no longer renders this component. */
  readonly isRepeated?: boolean;
};

/** Reloads the page where script runs. */
export function Reload({ afterMs, isRepeated = false }: ReloadProps) {
  const router = useRouter();

  useEffect(() => {
    const start = isRepeated ? setInterval : setTimeout;
    const clock = start(() => router.refresh(), afterMs);
    return () => clearInterval(clock);
  }, [router, afterMs, isRepeated]);

  return null;
}
