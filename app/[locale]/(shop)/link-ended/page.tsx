import { LinkEndedWords } from "#app/[locale]/(shop)/_components/link-ended-words.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { SHOP_FALLBACKS } from "#app/shop-fallbacks.tsx";
import { staticPage } from "#app/static-page.tsx";

export const revalidate = 40;
export const dynamic = "error";

type Props = PageProps<"/[locale]/link-ended">;

const nothing = async () => undefined;

export const metadata = NOT_INDEXED;

/** Answers, for visitors without orders on their device, every address of an order whose link opens nothing. */
export default staticPage<Props>(nothing, { ...SHOP_FALLBACKS, Missing: LinkEndedWords });
