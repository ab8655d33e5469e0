import { NotFoundPage } from "#app/not-found-page.tsx";
import { ErrorPage } from "#components/site/error-page.tsx";

/** What a page of the shop shows instead of its content, for `staticPage`. */
export const SHOP_FALLBACKS = { Missing: NotFoundPage, Unavailable: ErrorPage };
