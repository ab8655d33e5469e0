import "server-only";

import type { Route } from "next";
import { redirect as redirectTo } from "next/navigation";

/** Redirects to a path in a language. The package's own function would add its message parser to the bundle. */
export function redirect(
  { href, locale }: { readonly href: string; readonly locale: string },
  type?: Parameters<typeof redirectTo>[1],
): never {
  redirectTo(`/${locale}${href === "/" ? "" : href}` as Route, type);
}
