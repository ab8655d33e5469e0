import type { Route } from "next";
import { redirect as redirectTo } from "next/navigation";

/** Paths are written without the language; this puts it in front. The package's own brings its message parser along. */
export function redirect(
  { href, locale }: { readonly href: string; readonly locale: string },
  type?: Parameters<typeof redirectTo>[1],
): never {
  redirectTo(`/${locale}${href === "/" ? "" : href}` as Route, type);
}
