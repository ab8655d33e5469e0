import { isRegistered } from "#lib/promoter/host-check.ts";

/** What the embed's script on a promoter's own page says of itself: `embed.js` sends it to the page of the shop that opened that page. */
export type PageReport = {
  /** Elements of ours on the page. */
  readonly elements: number;
  /** The frames that have shown their tickets, or an error. `event`: 0 for a list. */
  readonly frames: readonly { readonly event: number; readonly error?: string }[];
};

/** The parameter in the fragment of the promoter's page, with the nonce that its report has. */
export const CHECK = "foyer-check";

/** Longer than the embed's script reports changes. */
export const SILENT_MS = 25_000;

/** More than a page shows. What is more comes from no script of ours. */
const FRAMES_MAX = 50;

/** Returns the report in a message that another page sent; `undefined` for a message of anything else. */
export function reportIn(data: unknown, nonce: string): PageReport | undefined {
  if (!isRecord(data) || data.foyer !== "check" || data.v !== 1 || data.nonce !== nonce) return undefined;
  const { elements, frames } = data;
  if (!isCount(elements) || !Array.isArray(frames)) return undefined;
  return {
    elements,
    frames: frames.slice(0, FRAMES_MAX).flatMap((frame: unknown) => {
      if (!isRecord(frame)) return [];
      const event = isCount(frame.event) ? frame.event : 0;
      return frame.state === "ready" ? { event } : { event, error: typeof frame.code === "string" ? frame.code : "" };
    }),
  };
}

/** What follows from a report, with the words of each: first whether the page may show embeds, then what is on it. */
type ProofLine = {
  readonly is: "ok" | "bad";
  readonly what: "script" | "registered" | "unregistered" | "no_element" | "shown" | FrameError;
  readonly event?: number;
};

const FRAME_ERRORS = ["host_policy", "blocked", "no_answer", "not_found", "no_event"] as const;
type FrameError = (typeof FRAME_ERRORS)[number];

/** Returns the lines of a report from a page of this origin. One that is not registered needs no other reason why its frames are blocked. */
export function linesOf(
  { elements, frames }: PageReport,
  origin: string,
  registered: readonly string[],
): readonly ProofLine[] {
  const isKnown = isRegistered(origin, registered);
  const told = new Map(frames.map((frame) => [`${frame.event} ${frame.error}`, frame]));
  return [
    { is: "ok", what: "script" },
    isKnown ? { is: "ok", what: "registered" } : { is: "bad", what: "unregistered" },
    ...(elements === 0 ? [{ is: "bad", what: "no_element" } as const] : []),
    ...[...told.values()]
      .filter(({ error }) => isKnown || error !== "blocked")
      .map(({ event, error }) =>
        error === undefined
          ? ({ is: "ok", what: "shown", event } as const)
          : ({ is: "bad", what: FRAME_ERRORS.find((one) => one === error) ?? "no_answer", event } as const),
      ),
  ];
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
