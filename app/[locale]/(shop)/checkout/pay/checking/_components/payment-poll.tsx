"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { pauseBeforeRead } from "#lib/purchase/payment-status.ts";

type PaymentPollProps = {
  readonly checkPayment: (previous: null, form: FormData) => Promise<"waiting" | "known">;
  /** Announced by screen readers, at most once a minute. */
  readonly stillChecking: string;
};

const SPOKEN_EVERY_READS = 6;

/** Polls for the outcome, soon at first and then every ten seconds, and renders the page again once it is known. */
export function PaymentPoll({ checkPayment, stillChecking }: PaymentPollProps) {
  const router = useRouter();
  const [reads, setReads] = useState(0);

  useEffect(() => {
    let isLeft = false;
    const timer = setTimeout(async () => {
      // A lost connection says nothing about the payment; the next poll asks again.
      const answer = await checkPayment(null, new FormData()).catch(() => "waiting" as const);
      if (isLeft) return;
      if (answer === "known") router.refresh();
      setReads((before) => before + 1);
    }, pauseBeforeRead(reads) * 1000);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [checkPayment, reads, router]);

  return (
    <p role="status" className="sr-only">
      {reads > 0 && reads % SPOKEN_EVERY_READS === 0 ? stillChecking : ""}
    </p>
  );
}
