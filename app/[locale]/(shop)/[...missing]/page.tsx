import { NOT_INDEXED } from "#app/page-metadata.ts";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticPage } from "#app/static-page.tsx";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/[...missing]">;

/** Pages are rendered on their first request: an unknown URL gets a not-found page in its language. */
export function generateStaticParams() {
  return [];
}

const nothing = async () => undefined;

export const metadata = NOT_INDEXED;

export default staticPage<Props>(nothing, SHOP_FALLBACKS);
