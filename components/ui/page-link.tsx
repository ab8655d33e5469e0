import type { Route } from "next";
import Link, { type LinkProps } from "next/link";

/**
 * A link to another page of the shop. The router fetches nothing ahead: it would keep that for minutes, and show what is sold out as on
 * sale.
 */
export function PageLink(props: Omit<LinkProps<Route>, "prefetch">) {
  return <Link {...props} prefetch={false} />;
}
