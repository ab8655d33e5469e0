import { Lock } from "lucide";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { classNames } from "#components/ui/class-names.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { isShopsUser } from "#lib/promoter/shops-user.ts";

type AccountCardProps = { readonly title: string; readonly className?: string; readonly children: ReactNode };

/** A part of a page of one's own account. */
export function AccountCard({ title, className, children }: AccountCardProps) {
  return (
    <section
      aria-label={title}
      className={classNames("rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6", className)}
    >
      <h2 className="mb-4 text-lg">{title}</h2>
      {children}
    </section>
  );
}

type NotOfShopProps = { readonly at: AtWork; readonly children: ReactNode };

/** What the user of a shop does not have: with a new password or a second factor, the shop could not sell. */
export async function NotOfShop({ at: { credential, promoter }, children }: NotOfShopProps) {
  const { capabilities } = promoter;
  if (!isShopsUser({ username: credential.reveal().user, capabilities })) return children;
  const t = await getTranslations("OwnAccount");
  return (
    <div className="flex max-w-2xl items-start gap-3 rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6">
      <Icon of={Lock} size={20} className="mt-0.5 shrink-0 text-ink-muted" />
      <p>{t("ofShop")}</p>
    </div>
  );
}

type SavedProps = { readonly saved: string | readonly string[] | undefined; readonly children: string };

/** Says that a change was made: the address has its time. */
export function Saved({ saved, children }: SavedProps) {
  if (saved === undefined) return null;
  return (
    <FocusPanel tone="ok" role="status" announcement={Number(saved) || 0} className="mb-5 max-w-3xl py-3 font-semibold">
      {children}
    </FocusPanel>
  );
}
