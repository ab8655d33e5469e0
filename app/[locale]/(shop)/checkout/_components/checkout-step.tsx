import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import type { Locale } from "#lib/i18n/routing.ts";

type StepTitleProps = {
  readonly title: string;
  /** Absent for a free order, which has one step. */
  readonly step: 1 | 2 | undefined;
  /** Whether nothing of the step is left while the reservation is expired. */
  readonly isReservedOnly?: boolean;
};

/** The heading of a step. It replaces the site's navigation by "Secure checkout". */
export async function StepTitle({ title, step, isReservedOnly = false }: StepTitleProps) {
  const t = await getTranslations("Pay");
  return (
    <h1
      data-checkout=""
      className={classNames(
        "flex flex-wrap items-baseline justify-between gap-x-4 text-3xl",
        isReservedOnly && "reserved-only",
      )}
    >
      <span>{title}</span>
      {step !== undefined && (
        <span className="font-text text-sm font-normal tracking-normal text-ink-muted">
          {t("step", { step, steps: 2 })}
        </span>
      )}
    </h1>
  );
}

type StepFootProps = { readonly locale: Locale; readonly children?: ReactNode };

/** Below the button of a step: help, and a link back to the cart. With an expired reservation its notice has the ways on. */
export async function StepFoot({ locale, children }: StepFootProps) {
  const [t, { email }] = await Promise.all([getTranslations("Pay"), currentSeller()]);
  const link = "inline-flex min-h-11 items-center underline underline-offset-4";
  return (
    <div className="reserved-only flex flex-col items-center gap-1 text-center text-sm text-ink-muted">
      {children}
      <p className="flex flex-wrap justify-center gap-x-4">
        {email !== undefined && (
          <a href={`mailto:${email}`} className={link}>
            {t("help")}
          </a>
        )}
        <a href={`/${locale}/cart` as Route} className={link}>
          {t("toCart")}
        </a>
      </p>
    </div>
  );
}
