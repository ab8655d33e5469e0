import "server-only";

import { subscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { processWide } from "#lib/process-wide.ts";

const MS_PER_SECOND = 1_000;

const state = () => processWide("drain", () => ({ isDraining: false }));

/** Returns whether this process is about to stop: it still answers, but wants no new visitors. */
export function isDraining(): boolean {
  return state().isDraining;
}

/**
 * Lets a proxy notice a stop before it happens. The framework closes its server as soon as SIGTERM arrives; here its
 * listener runs `seconds` later. Until then /api/ready answers 503, and each response asks to close its connection.
 */
export function drainBeforeStop(seconds: number): void {
  if (seconds === 0) return;
  const closers = process.listeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  process.once("SIGTERM", (signal) => {
    state().isDraining = true;
    subscribe("http.server.request.start", (message) => {
      const { response } = Object(message);
      if (response instanceof ServerResponse) response.setHeader("Connection", "close");
    });
    setTimeout(() => closers.forEach((close) => void close(signal)), seconds * MS_PER_SECOND);
  });
}
