import "server-only";

import { ON_THIS_MACHINE } from "#lib/env-production.ts";

type ServiceSettings = { readonly TICKETING_URL: string; readonly TICKETING_ACCOUNT: number };

/**
 * Names the service and the account that the events come from, for what is kept of them. A service on this machine may
 * stand on another port after each start, and is the same one all the same.
 */
export function sourceOfEvents({ TICKETING_URL, TICKETING_ACCOUNT }: ServiceSettings): string {
  const { hostname, host, pathname } = new URL(TICKETING_URL);
  const service = ON_THIS_MACHINE.test(hostname) ? "this machine" : `${host}${pathname}`;
  return `${service} ${TICKETING_ACCOUNT}`;
}
