import "server-only";

import { type Turn, waitingIn } from "./line.ts";
import type { Visit } from "./turns.ts";

/** What the page of a line shows of a visitor's turn. */
export type ShownTurn = {
  readonly state: "none" | "gathering" | "waiting" | "inside" | "used" | "ended";
  readonly isSoldOut: boolean;
  readonly place?: number;
  /** How many wait, this visitor included. */
  readonly waiting?: number;
  /** Until the sale begins, while visitors gather for it. */
  readonly secondsToStart?: number;
  /** Others pass this visitor: as many of their network are choosing as may at a time. */
  readonly isPassed?: boolean;
  /** The rest of the pass. */
  readonly minutes?: number;
  /** Its end: ISO 8601. */
  readonly until?: string;
  readonly askAgainSeconds: number;
};

const MS_PER_MINUTE = 60_000;

/** `chance` is from 0 to 1. */
export function shownTurn({ turn, sale, line }: Visit, now: number, chance: number): ShownTurn {
  const startsAt = sale?.startsAt === undefined ? now : Date.parse(sale.startsAt);
  // Nobody comes in before the service answers.
  const asking = sale === undefined || sale.state === "over" ? undefined : turn;
  const secondsToStart = Math.ceil((startsAt - now) / 1000);
  const waiting = line && (turn?.state === "gathering" || turn?.state === "waiting") ? waitingIn(line) : 0;
  return {
    state: turn?.state ?? "none",
    isSoldOut: sale?.state === "sold_out",
    askAgainSeconds: askAgainSeconds(asking, chance, { waiting, secondsToStart: (startsAt - now) / 1000 }),
    ...(turn?.state === "gathering" && { waiting, ...(secondsToStart > 0 && { secondsToStart }) }),
    // Who is next is not counted as waiting.
    ...(turn?.state === "waiting" && {
      place: turn.place,
      isPassed: turn.isPassed,
      waiting: Math.max(turn.place, waiting),
    }),
    ...(turn?.state === "inside" && {
      minutes: Math.max(1, Math.round((turn.until - now) / MS_PER_MINUTE)),
      until: new Date(turn.until).toISOString(),
    }),
  };
}

const ASK_SECONDS = { min: 5, max: 60 };
/** The pages far behind in a line that ask in a second. More would take from those who buy what the storefronts have. */
const PAGES_PER_SECOND = 200;
/** All ask at the start, when few buy yet: so many in a second. Two storefronts answer 1,700 on two cores. */
const PAGES_PER_SECOND_AT_START = 1_500;
/** Whoever is inside asks a few times in the time after which they no longer count as there. */
const INSIDE_SECONDS = 30;

type InLine = { readonly waiting?: number; readonly secondsToStart?: number };

/**
 * Returns the seconds until a visitor's page asks again. Those far behind ask less often, the longer the line the less, and none
 * together: `chance` is from 0 to 1. The next ones ask well within the time after which they no longer count as there. Where nobody
 * knows when the sale begins, as of a late one or of a service that does not answer, pages ask least often.
 */
export function askAgainSeconds(
  turn: Turn | undefined,
  chance: number,
  { waiting = 0, secondsToStart = 0 }: InLine = {},
): number {
  const { min } = ASK_SECONDS;
  const max = Math.max(ASK_SECONDS.max, waiting / PAGES_PER_SECOND);
  if (turn?.state === "gathering" && secondsToStart > 0 && secondsToStart <= max * 1.2)
    return Math.round(secondsToStart + 2 + chance * Math.max(min + 1, waiting / PAGES_PER_SECOND_AT_START));
  let ahead = max;
  if (turn?.state === "inside") ahead = INSIDE_SECONDS;
  if (turn?.state === "waiting") ahead = turn.place / 20;
  return Math.round(Math.min(max, min + ahead) * (0.8 + 0.4 * chance));
}
