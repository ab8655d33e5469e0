import "server-only";

import { readFileSync } from "node:fs";
import { download, type OwnOrigin, PictureRefused } from "#lib/catalogue/pictures/download.ts";
import { inspect } from "#lib/catalogue/pictures/inspect.ts";
import {
  hashOf,
  keepOriginal,
  keepRecord,
  type PictureRecord,
  recordOf,
} from "#lib/catalogue/pictures/stored-pictures.ts";
import { env, isBuilding } from "#lib/env.ts";
import { atMost } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

/** An address is fetched again after an hour, in the background; the picture at an address rarely changes. */
const FRESH_MS = 60 * 60 * 1000;
/** After a failure the address is not requested again for this time. */
const RETRY_MS = 5 * 60 * 1000;
/** How long a page waits for pictures that are not stored yet. */
const WAIT_MS = 1_500;

type State = {
  readonly pending: Map<string, Promise<PictureRecord | undefined>>;
  readonly failedAt: Map<string, number>;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
};
const state = processWide(
  "picture downloads",
  (): State => ({ pending: new Map(), failedAt: new Map(), inTurn: atMost(4) }),
);

type PictureSearch = {
  readonly picture?: Picture;
  /** The picture is still being fetched: a page that is rendered again soon will have it. */
  readonly isPending?: boolean;
};

/**
 * Returns the picture of an event from the catalogue, fetched on its first use. A page waits at most `waitMs` for it;
 * without a picture it shows the generated poster.
 */
export async function findPicture(
  { heroImageUrl }: Pick<EventSummary, "heroImageUrl">,
  waitMs: number = WAIT_MS,
): Promise<PictureSearch> {
  if (heroImageUrl === undefined || isBuilding()) return {};
  const known = await recordOf(heroImageUrl);
  const now = Date.now();
  const isFresh = known !== undefined && now - known.checkedAt < FRESH_MS;
  const hasFailed = now - (state.failedAt.get(heroImageUrl) ?? Number.NEGATIVE_INFINITY) < RETRY_MS;
  if (!isFresh && !hasFailed) {
    const fetched = fetchOnce(heroImageUrl, known);
    if (known === undefined) {
      const found = await Promise.race([fetched, late(waitMs)]);
      return found === "late" ? { isPending: true } : foundAs(found);
    }
  }
  return foundAs(known);
}

function foundAs(record: PictureRecord | undefined): PictureSearch {
  if (record === undefined) return {};
  const { hash, width, height } = record;
  return { picture: { hash, width, height } };
}

function fetchOnce(address: string, known: PictureRecord | undefined): Promise<PictureRecord | undefined> {
  const running = state.pending.get(address);
  if (running !== undefined) return running;
  const fetched = state
    .inTurn(() => fetchPicture(address, known))
    .catch((fault: unknown) => {
      state.failedAt.set(address, Date.now());
      const reason = fault instanceof PictureRefused ? fault.message : "it could not be stored";
      log("warn", "A picture of an event was not fetched.", { host: URL.parse(address)?.host, reason });
      return undefined;
    })
    .finally(() => state.pending.delete(address));
  state.pending.set(address, fetched);
  return fetched;
}

async function fetchPicture(address: string, known: PictureRecord | undefined): Promise<PictureRecord> {
  const downloaded = await download(address, { own: ownOrigin(), etag: known?.etag });
  state.failedAt.delete(address);
  const checkedAt = Date.now();
  const record = downloaded === "not_modified" ? known : await stored(downloaded.bytes, downloaded.etag);
  if (record === undefined) throw new PictureRefused("not modified, but not known");
  const checked = { ...record, checkedAt };
  await keepRecord(address, checked);
  return checked;
}

async function stored(bytes: Buffer, etag: string | undefined): Promise<Omit<PictureRecord, "checkedAt">> {
  const size = await inspect(bytes);
  const hash = hashOf(bytes);
  await keepOriginal(hash, bytes);
  return { hash, ...size, ...(etag !== undefined && { etag }) };
}

/** In a sandbox the service is on this machine, and serves the pictures of the demo season. */
function ownOrigin(): OwnOrigin | undefined {
  const { FOYER_ENVIRONMENT, TICKETING_URL, TICKETING_CA } = env();
  if (FOYER_ENVIRONMENT !== "sandbox") return undefined;
  return {
    origin: new URL(TICKETING_URL).origin,
    ...(TICKETING_CA !== undefined && { ca: readFileSync(TICKETING_CA, "utf8") }),
  };
}

function late(ms: number): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), ms).unref());
}
