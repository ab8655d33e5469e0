"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { pauseBeforeRead } from "#lib/domain/payment/payment-status.ts";

type KeepAskingProps = {
  readonly ask: (form: FormData) => Promise<"waiting" | "known">;
  /** Told to whoever listens, once a minute at most. */
  readonly stillChecking: string;
};

const SPOKEN_EVERY_READS = 6;

/** Asks soon at first, then every ten seconds, and draws the page anew once there is something to say. */
export function KeepAsking({ ask, stillChecking }: KeepAskingProps) {
  const router = useRouter();
  const [reads, setReads] = useState(0);

  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      // A lost connection says nothing about the payment: it is asked again at the next turn.
      const answer = await ask(new FormData()).catch(() => "waiting" as const);
      if (isLeft) return;
      if (answer === "known") router.refresh();
      setReads((before) => before + 1);
    }, pauseBeforeRead(reads) * 1000);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [ask, reads, router]);

  return (
    <p role="status" className="sr-only">
      {reads > 0 && reads % SPOKEN_EVERY_READS === 0 ? stillChecking : ""}
    </p>
  );
}
