import { CloudOff, type IconNode, Lock, SearchX } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { accessText, listOf } from "#app/[locale]/promoter/access-text.ts";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { type AtWork, addressOfPage, nameOf } from "#app/[locale]/promoter/as-promoter.ts";
import { screensFor } from "#app/[locale]/promoter/screens.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import type { Needs } from "#lib/promoter/rights.ts";
import { requestId, setPageStatus } from "#lib/telemetry/current-request.ts";

type Words = Awaited<ReturnType<typeof getTranslations<"Manage">>>;

type NotAllowedProps = { readonly needs: Needs; readonly at: AtWork };

/** Stands in place of a page that the user may not open: what is missing, who can help, and where they may go. */
export async function NotAllowed({ needs, at }: NotAllowedProps) {
  const { promoter, locale } = at;
  setPageStatus(403);
  const [t, tAll] = await Promise.all([getTranslations("Manage"), getTranslations()]);
  const [first] = screensFor(promoter.capabilities);
  const needed = needs === "ANY_USER" ? [] : needs.map((one) => t(`access.${one}`));
  return (
    <Notice icon={Lock} title={t("notAllowed")}>
      <p>
        {t.rich("notAllowedText", {
          name: nameOf(at),
          access: accessText(promoter.capabilities, locale, t),
          needed: listOf(needed, locale, "disjunction"),
          user: (chunks) => <bdi>{chunks}</bdi>,
        })}
      </p>
      <Next href={first === undefined ? `/${locale}` : `/${locale}/promoter${first.path}`}>
        {first === undefined ? t("shop") : t("goTo", { screen: tAll(first.label) })}
      </Next>
      <form action={signOutPromoter}>
        <input type="hidden" name="locale" value={locale} />
        <button type="submit" className="tap text-sm text-accent-text underline underline-offset-4">
          {t("otherUser")}
        </button>
      </form>
    </Notice>
  );
}

/** Stands in place of a page that the service refuses to a user who may open it by what it says of their access. */
export async function RefusedByService({ locale }: { readonly locale: string }) {
  setPageStatus(403);
  const t = await getTranslations("Manage");
  return (
    <Notice icon={Lock} title={t("notAllowed")}>
      <p>{t("refusedByService")}</p>
      <form action={signOutPromoter}>
        <input type="hidden" name="locale" value={locale} />
        <button type="submit" className={buttonClass("primary", "mt-2.5")}>
          {t("otherUser")}
        </button>
      </form>
    </Notice>
  );
}

/** Stands at an address of the promoters at which nothing is. */
export async function NothingHere({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Manage");
  return (
    <Notice icon={SearchX} title={t("nothingHere")}>
      <p>{t("nothingHereText")}</p>
      <ToHome locale={locale} t={t} />
    </Notice>
  );
}

/** Stands in place of a page for which the ticketing service has no call. */
export async function NotOffered({ locale }: { readonly locale: string }) {
  const t = await getTranslations("Manage");
  return (
    <Notice icon={SearchX} title={t("notOffered")}>
      <ToHome locale={locale} t={t} />
    </Notice>
  );
}

/** Stands in place of a page for which the ticketing service does not answer. */
export async function NoAnswer() {
  const [t, page] = await Promise.all([getTranslations("Manage"), addressOfPage()]);
  const id = requestId();
  return (
    <Notice icon={CloudOff} title={t("noAnswer")} tone="warn" role="alert">
      <p>{t("noAnswerText")}</p>
      <Next href={page}>{t("retry")}</Next>
      {id !== undefined && (
        <p className="text-xs">
          {t.rich("reference", { id, code: (chunks) => <bdi className="font-mono wrap-anywhere">{chunks}</bdi> })}
        </p>
      )}
    </Notice>
  );
}

type NoticeProps = {
  readonly icon: IconNode;
  readonly title: string;
  readonly tone?: "plain" | "warn";
  readonly role?: "alert";
  readonly children: ReactNode;
};

function Notice({ icon, title, tone = "plain", role, children }: NoticeProps) {
  return (
    <section role={role} className="mt-2 rounded-xl border border-line bg-surface shadow-raise">
      <div className="mx-auto grid max-w-130 justify-items-center gap-2 px-5 py-9 text-center text-sm text-pretty text-ink-muted">
        <span
          className={classNames(
            "grid size-16 place-items-center rounded-full",
            tone === "warn" ? "bg-warn-soft text-warn" : "border border-line bg-sunken",
          )}
        >
          <Icon of={icon} size={28} />
        </span>
        <h1 className="text-2xl text-ink">{title}</h1>
        {children}
      </div>
      <PageTitle>{title}</PageTitle>
    </section>
  );
}

function ToHome({ locale, t }: { readonly locale: string; readonly t: Words }) {
  return <Next href={`/${locale}/promoter`}>{t("goTo", { screen: t("home") })}</Next>;
}

function Next({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href as Route} className={buttonClass("primary", "mt-2.5")}>
      {children}
    </a>
  );
}
