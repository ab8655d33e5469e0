import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import {
  absentText,
  id,
  ifReadable,
  instant,
  optional,
  type Ref,
  readable,
  readableRefs,
  ref,
  totalIn,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** What entries can be about. */
export const LOG_PARTS = ["CATALOGUE", "ORDERS", "USERS", "SIGN_INS", "ACCOUNT"] as const;
export type LogPart = (typeof LOG_PARTS)[number];

type LogQuery = {
  /** Of a user. */
  readonly user?: number | undefined;
  readonly what?: LogPart | undefined;
  /** Included; `to` is not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
};

const fields = ifReadable(z.record(z.string(), z.unknown()));

const entry = z
  .object({
    id,
    user: ifReadable(z.object({ username: optional(z.string(), ""), name: absentText })),
    /** The method with the path, or `SIGN_IN`. */
    call: z.string(),
    what: ifReadable(ref),
    before: fields,
    after: fields,
    status: z.int(),
    network: absentText,
    /** How many like it were counted between `first` and `last`. */
    times: optional(z.int(), 1),
    first: instant,
    last: instant,
  })
  .transform(withoutUndefined);

/** Who made which call, and what it changed. */
export type LogEntry = z.output<typeof entry>;

/** For a service without the call or its query. */
const MISSING: readonly number[] = [400, ...MISSING_STATUSES];

/** Returns a page of the account's log without what was only read, the newest first; `undefined` where the service has none. */
export async function listAuditLog(as: PromoterCredential, accountId: number, query: LogQuery) {
  const account = pathTo`/account/${accountId}/auditLog`;
  const path = account && (`${account}${queryOf({ ...query, reads: "false" })}` as const);
  const answer = z.object({ entries: readable(entry) });
  const call = { name: "listAuditLog", method: "GET", path, answer, as, missing: MISSING } as const;
  const found = await requestExtension(call);
  return found && { entries: found.value.entries, total: totalIn(found.headers) ?? found.value.entries.length };
}

/** Returns the users of the account. */
export async function listAccountUsers(as: PromoterCredential, accountId: number): Promise<readonly Ref[]> {
  const path = pathTo`/account/${accountId}/users`;
  return (await request({ name: "listAccountUsers", method: "GET", path, answer: readableRefs, as })) ?? [];
}
