import { createNavigation } from "next-intl/navigation";
import { routing } from "#i18n/routing.ts";

/** Paths are written without the language; these put it in front. */
export const { Link, redirect, getPathname } = createNavigation(routing);
