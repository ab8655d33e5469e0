import "server-only";

import { ON_THIS_MACHINE } from "#lib/env-production.ts";

type ServiceSettings = { readonly TICKETING_URL: string; readonly TICKETING_ACCOUNT: number };

/**
 * Returns a name for the service and account that the events come from, to store with copies. A service on this machine
 * may use another port after each start, and counts as the same.
 */
export function sourceOfEvents({ TICKETING_URL, TICKETING_ACCOUNT }: ServiceSettings): string {
  const { hostname, host, pathname } = new URL(TICKETING_URL);
  const service = ON_THIS_MACHINE.test(hostname) ? "this machine" : `${host}${pathname}`;
  return `${service} ${TICKETING_ACCOUNT}`;
}
