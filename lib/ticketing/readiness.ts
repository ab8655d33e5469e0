import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { exchange, keptConnections } from "#lib/ticketing/client/exchange.ts";
import {
  failureOnFault,
  isNothingDone,
  reasonOf,
  type TicketingFault,
  undefinedOnFault,
} from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";

/** Where a service of ours says whether it can sell, beside the versions of its interface. It asks for no credential. */
const PATH = "/ready";

const readiness = z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), reason: z.string() })]);

/**
 * Returns why the service cannot sell, in its own words; `undefined` where it can, or has no such address: whatever else is there
 * says nothing. A service that does not answer is found by a read.
 */
export async function whyServiceNotReady(): Promise<string | undefined> {
  const { TICKETING_URL, TICKETING_READ_MS } = env();
  const message = {
    name: "readiness",
    method: "GET",
    url: TICKETING_URL.replace(/(\/api)?\/v\d+$/, "") + PATH,
    headers: { Accept: "application/json", "User-Agent": "Foyer" },
    body: null,
    signal: AbortSignal.timeout(TICKETING_READ_MS),
    dispatcher: keptConnections(),
  } as const;
  const answer = await undefinedOnFault(exchange(message));
  const found = readiness.safeParse(answer?.body).data;
  return found?.ok === false ? found.reason.slice(0, WORDS_MAX) : undefined;
}

/** A reason is a sentence. */
const WORDS_MAX = 200;

const NO_ACCOUNT =
  "TICKETING_URL, TICKETING_ACCOUNT: the ticketing service has no such account (404). The address goes up to and including the version, such as https://host/api/v2";

/** Returns why a read of the shop's catalogue failed, in words for an operator, with the settings to correct. */
export async function reasonOfRead(fault: TicketingFault): Promise<string> {
  if (isNothingDone(fault)) return reasonOf(fault);
  const path: Path = `/account/${env().TICKETING_ACCOUNT}`;
  const asked = request({ name: "getShopAccount", method: "GET", path, answer: z.unknown() });
  const isMissing = (await failureOnFault(asked)) === undefined;
  return isMissing ? NO_ACCOUNT : reasonOf(fault);
}
