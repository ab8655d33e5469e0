import "server-only";

import { askAgainSeconds } from "./line.ts";
import type { Visit } from "./turns.ts";

/** What the page of a line shows of a visitor's turn. */
export type ShownTurn = {
  readonly state: "none" | "gathering" | "waiting" | "inside" | "used" | "ended";
  readonly isSoldOut: boolean;
  readonly place?: number;
  /** The rest of the pass. */
  readonly minutes?: number;
  /** Its end: ISO 8601. */
  readonly until?: string;
  readonly askAgainSeconds: number;
};

const MS_PER_MINUTE = 60_000;

/** `chance` is from 0 to 1. */
export function shownTurn({ turn, sale }: Visit, now: number, chance: number): ShownTurn {
  const startsAt = sale?.startsAt === undefined ? now : Date.parse(sale.startsAt);
  // Nobody comes in before the service answers.
  const asking = sale === undefined || sale.state === "over" ? undefined : turn;
  return {
    state: turn?.state ?? "none",
    isSoldOut: sale?.state === "sold_out",
    askAgainSeconds: askAgainSeconds(asking, chance, (startsAt - now) / 1000),
    ...(turn?.state === "waiting" && { place: turn.place }),
    ...(turn?.state === "inside" && {
      minutes: Math.max(1, Math.round((turn.until - now) / MS_PER_MINUTE)),
      until: new Date(turn.until).toISOString(),
    }),
  };
}
