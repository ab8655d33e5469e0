import type { Link } from "#lib/ticketing/manage/links.ts";

/** Returns the address of the kit with a link chosen. */
export function kitOf({ target, ref }: Link, locale: string): string {
  return `/${locale}/promoter/share?for=${target}&ref=${encodeURIComponent(ref)}`;
}
