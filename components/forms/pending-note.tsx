"use client";

import { useEffect, useState } from "react";
import { Status } from "#components/ui/status.tsx";

type PendingNoteProps = {
  readonly isPending: boolean;
  /** What is said at once, after five seconds and after fifteen. */
  readonly texts: readonly string[];
};

const MORE_AFTER_SECONDS = [5, 15];
const MS = 1_000;

/** Says what to do while a step is under way, and says more the longer it takes: silence would look like a failure. */
export function PendingNote({ isPending, texts }: PendingNoteProps) {
  const [stage, setStage] = useState(0);

  useEffect(() => {
    if (!isPending) return;
    const timers = MORE_AFTER_SECONDS.map((seconds, at) => setTimeout(() => setStage(at + 1), seconds * MS));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setStage(0);
    };
  }, [isPending]);

  return <Status className="text-center font-semibold text-balance">{isPending ? texts[stage] : undefined}</Status>;
}
