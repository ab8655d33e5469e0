import "server-only";

import { idOf, parseSource } from "#lib/catalogue/event-link.ts";
import { isPageOfTickets } from "#lib/catalogue/opened/mark.ts";
import { beforeExit } from "#lib/runtime/drain.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import { isNothingDone, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { addOpened, type OpenedPages } from "#lib/ticketing/opened.ts";

/** The most rows that are kept. */
const ROWS_MAX = 1_000;
/** Of one call: a row of the longest texts has 2,800 bytes, and the service takes 1 MiB. */
const ROWS_OF_CALL = 250;
const SEND_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** Less than the two days after which the service refuses an hour. */
const KEPT_MS = 47 * HOUR_MS;
/** Between two calls where invented names fill the rows. */
const PAUSE_MS = 1_000;

const state = processWide("opened pages", () => ({
  rows: new Map<string, OpenedPages>(),
  timer: undefined as NodeJS.Timeout | undefined,
  sentAt: 0,
  /** The last call, and those before it. */
  sending: Promise.resolve(),
}));

type Opened = { readonly path: string; readonly query: string };

/** Counts a page view by its hour and what led to it, and nothing of its visitor. Returns whether it is such a page. */
export function countOpened(opened: Opened, now: number): boolean {
  const row = rowOf(opened, now);
  if (row === undefined) return false;
  add(row);
  if (state.rows.size >= ROWS_MAX && now - state.sentAt > PAUSE_MS) void sendOpened(now);
  return true;
}

/** Sends what was counted, once what is being sent has an answer. What the service has certainly not got is kept. */
export function sendOpened(now = Date.now()): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  state.sentAt = now;
  const send = () => sendRows(now);
  state.sending = state.sending.then(send, send);
  return state.sending;
}

async function sendRows(now: number): Promise<void> {
  const rows = [...state.rows.values()].filter(({ hour }) => Date.parse(hour) > now - KEPT_MS);
  state.rows.clear();
  for (let at = 0; at < rows.length; at += ROWS_OF_CALL) {
    const sent = rows.slice(at, at + ROWS_OF_CALL);
    try {
      await addOpened(sent);
    } catch (fault) {
      if (!(fault instanceof TicketingFault)) throw fault;
      const isKept = isNothingDone(fault);
      if (!isKept)
        log("warn", "Page views were not counted.", { rows: sent.length, fault: `${fault.name}: ${fault.message}` });
      // A service that refuses these may take the others. One that does not answer gets them in a minute: a stop does not wait so long.
      if (!isKept && fault.cause === undefined) continue;
      for (const row of rows.slice(isKept ? at : at + ROWS_OF_CALL)) add(row);
      return;
    }
  }
}

function add(row: OpenedPages): void {
  const key = JSON.stringify({ ...row, count: 0 });
  const before = state.rows.get(key);
  if (before === undefined && state.rows.size >= ROWS_MAX) return;
  state.rows.set(key, { ...row, count: row.count + (before?.count ?? 0) });
  state.timer ??= setTimeout(sendOpened, SEND_MS).unref();
  beforeExit(sendOpened);
}

function rowOf({ path, query }: Opened, now: number): OpenedPages | undefined {
  if (!isPageOfTickets(path)) return undefined;
  const { ref, utm, embed } = parseSource(new URLSearchParams(query)) ?? {};
  const campaign = Object.fromEntries(
    (["source", "medium", "campaign"] as const).flatMap((name) => (utm?.[name] ? [[name, utm[name]]] : [])),
  );
  const hasCampaign = Object.keys(campaign).length > 0;
  if (ref === undefined && embed === undefined && !hasCampaign) return undefined;
  const event = idOf(/\/events\/(\d+)/.exec(path)?.[1]);
  return {
    ...(ref !== undefined && { ref }),
    ...(hasCampaign && { utm: campaign }),
    ...(embed !== undefined && { embed }),
    ...(event !== undefined && { event }),
    hour: new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString(),
    count: 1,
  };
}
