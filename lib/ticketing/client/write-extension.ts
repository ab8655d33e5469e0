import "server-only";

import type { CallName } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { send } from "#lib/ticketing/client/request.ts";
import { isNoSuchCall, refused } from "#lib/ticketing/wire/purchase/refusals.ts";

type Write = {
  /** The call's name in faults. */
  readonly name: CallName;
  readonly method: "POST" | "PUT";
  readonly path: Path | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a write that is an extension of the interface, to a path with a resource that may be missing too. Returns the body
 * of the answer or of the refusal; `undefined` where the service does not have the call, which is remembered for five
 * minutes. Throws TicketingFault otherwise.
 */
export async function writeExtension({ name, method, path, headers }: Write, body: object): Promise<unknown> {
  if (path === undefined) return undefined;
  const answer = await send({ name, method, path, ...(headers && { headers }), body: JSON.stringify(body) });
  const no = answer.status < 500 ? refused.safeParse(answer.body).data : undefined;
  const isMissing = answer.status === 404 && no !== undefined && isNoSuchCall(no);
  if (answer.status < 300 || (no && !isMissing)) return answer.body;
  if (!MISSING_STATUSES.includes(answer.status)) throw new TicketingFault(`${name} failed with ${answer.status}.`);
  recordMissing(name);
  return undefined;
}
