import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { absentText, id, readable } from "#lib/ticketing/wire/shapes.ts";

const site = z.object({ id, origin: z.url(), returnPrefix: absentText });

/** A website that may show the account's embeds. Buyers may be sent back to `returnPrefix` and to all below it, if it has one. */
export type Site = z.output<typeof site>;

/** Returns the account's websites; none from a service without this call, which is our own. */
export async function listSites(): Promise<readonly Site[]> {
  const path = pathTo`/account/${env().TICKETING_ACCOUNT}/sites`;
  const answer = z.object({ sites: readable(site) });
  return (await requestExtension({ name: "listSites", method: "GET", path, answer }))?.value.sites ?? [];
}
