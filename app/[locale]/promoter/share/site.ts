import { ANY_SITE } from "#app/[locale]/promoter/share/share-query.ts";

/** A page of the promoter's that may show embeds. */
export type OwnSite = {
  readonly origin: string;
  /** As the frame's address and sales name it. */
  readonly host: string;
  /** Absent for one that the operator has set: buyers have no way back to it. */
  readonly id?: number;
  readonly returnPrefix?: string | undefined;
};

/** Returns the site of this origin; the first where none is named. */
export function chosenSite(sites: readonly OwnSite[], origin: string): OwnSite | undefined {
  if (origin === ANY_SITE) return undefined;
  return sites.find((site) => site.origin === origin) ?? sites[0];
}

/** Returns the path as the browser would open it where it is at or below the prefix; `undefined` for any other. */
export function pathBelow(prefix: string, path: string): string | undefined {
  const base = "https://host.invalid";
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, base)) return undefined;
  const { origin, pathname } = new URL(path, base);
  const isBelow = pathname === prefix || pathname.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
  return origin === base && isBelow ? pathname : undefined;
}

/** A longer parameter of a link is cut. */
const LINK_TEXT_MAX = 200;

/** Returns the value of `return` with which buyers come back to a path of a site; `undefined` where it has no way back. */
export function returnTo(site: OwnSite | undefined, path: string): string | undefined {
  if (site?.id === undefined || site.returnPrefix === undefined) return undefined;
  const chosen = `${site.id}:${pathBelow(site.returnPrefix, path) ?? site.returnPrefix}`;
  return chosen.length > LINK_TEXT_MAX ? `${site.id}:${site.returnPrefix}` : chosen;
}
