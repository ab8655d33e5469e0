import { getTranslations } from "next-intl/server";
import { currentSeller } from "#lib/catalogue/seller.ts";

/** The seller of a free order, which has no pay page to name the seller above the button. */
export async function FreeOrderSeller() {
  const [t, seller] = await Promise.all([getTranslations("Details"), currentSeller()]);
  return (
    <p className="text-sm text-ink-muted">
      {t.rich("seller", {
        seller: seller.name,
        b: (name) => (
          <b className="font-semibold text-ink">
            <bdi>{name}</bdi>
          </b>
        ),
      })}
    </p>
  );
}
