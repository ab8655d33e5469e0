import { promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";

export const metadata = NOT_INDEXED;

/** Every address below the promoters' first page at which nothing is. */
export default promoterPage(async () => undefined, "ANY_USER");
