import { ANY_SITE } from "#app/[locale]/promoter/share/share-query.ts";
import { returnAddress } from "#lib/orders/return-address.ts";

/** A page of the promoter's that may show embeds. */
export type OwnSite = {
  readonly origin: string;
  /** As the frame's address and sales name it. */
  readonly host: string;
  /** Absent for one that the operator has set: buyers have no way back to it. */
  readonly id?: number;
  readonly returnPrefix?: string | undefined;
};

/** Returns the site of this origin; the only one where none is named. */
export function chosenSite(sites: readonly OwnSite[], origin: string): OwnSite | undefined {
  if (origin === ANY_SITE) return undefined;
  return sites.find((site) => site.origin === origin) ?? (sites.length === 1 ? sites[0] : undefined);
}

/** A longer parameter of a link is dropped. */
const RETURN_MAX = 200;

/** Returns the value of `return` with which buyers come back to a path of a site, or to its prefix where they cannot; `undefined` where it has no way back. */
export function returnTo(site: OwnSite | undefined, path: string): string | undefined {
  if (site?.id === undefined || site.returnPrefix === undefined) return undefined;
  return mayReturn(site, path) ? `${site.id}:${path}` : `${site.id}:${site.returnPrefix}`;
}

/** Returns whether buyers may come back to a path of a site. */
export function mayReturn({ id = 0, origin, returnPrefix }: OwnSite, path: string): boolean {
  const value = `${id}:${path}`;
  return value.length <= RETURN_MAX && returnAddress(value, [{ id, origin, returnPrefix }]) !== undefined;
}
