import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { PageProof } from "#app/[locale]/promoter/_components/host-check/page-proof.tsx";
import { PAGE_MAX, PASTED_MAX, type TypedPage } from "#app/[locale]/promoter/_components/host-check/typed-page.ts";
import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field, INPUT_CLASS } from "#components/ui/field.tsx";
import { Labelled } from "#components/ui/labelled.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { env } from "#lib/env.ts";
import { allowedSites } from "#lib/promoter/allowed-sites.ts";
import { checkHost, type HostFinding } from "#lib/promoter/host-check.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listAccountSites } from "#lib/ticketing/manage/sites.ts";

type HostCheckProps = {
  readonly at: AtWork;
  readonly typed: TypedPage;
  readonly isSubmitted: boolean;
  /** What else stands in the address of the page. */
  readonly parameters?: Readonly<Record<string, string>>;
};

/**
 * Finds what stops an embed on a promoter's page: from the page itself, opened in a tab of the promoter's browser, or from its pasted
 * headers or HTML. The shop fetches nothing.
 */
export async function HostCheck({ at, typed: { page, pasted }, isSubmitted, parameters = {} }: HostCheckProps) {
  const { credential, accountId, locale } = at;
  const [t, { HostCheck: words }, sites] = await Promise.all([
    getTranslations("HostCheck"),
    getMessages(),
    undefinedOnFault(listAccountSites(credential, accountId)),
  ]);
  const { FOYER_ORIGIN: shop } = env();
  const registered = allowedSites(sites ?? []).map(({ origin }) => origin);
  const addSite = sites === undefined ? undefined : `/${locale}/promoter/settings/embeds`;
  const findings = isSubmitted ? checkHost({ page, pasted, shop, registered }) : [];
  return (
    <section id="check" aria-labelledby="check-title" className="flex flex-col gap-5">
      <div className="flex max-w-prose flex-col gap-2">
        <h2 id="check-title" className="text-2xl">
          {t("title")}
        </h2>
        <p className="text-ink-muted">{t("text")}</p>
      </div>
      {isSubmitted && (
        <Panel tone={findings.length === 0 ? "ok" : "warn"} role="status" className="flex flex-col gap-4">
          {findings.length === 0 && <p className="font-semibold">{t("fine")}</p>}
          {findings.map((finding) => (
            <Finding key={`${finding.fault} ${finding.line}`} finding={finding} addSite={addSite} />
          ))}
        </Panel>
      )}
      <form
        method="get"
        action="#check"
        className="flex flex-col gap-5 rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6 lg:max-w-3xl"
      >
        <Hidden fields={parameters} />
        <Field
          label={t("page")}
          name="page"
          hint={t("pageHint")}
          defaultValue={page}
          maxLength={PAGE_MAX}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
        />
        <PageProof registered={registered} shop={shop} addSite={addSite} words={words} />
        <Labelled label={t("pasted")} id="pasted" hint={t("pastedHint")}>
          <textarea
            id="pasted"
            name="pasted"
            aria-describedby="pasted-hint"
            defaultValue={pasted}
            maxLength={PASTED_MAX}
            rows={6}
            spellCheck={false}
            dir="ltr"
            className={`${INPUT_CLASS} border-line-strong font-mono text-sm`}
          />
        </Labelled>
        <div>
          <Button kind="secondary">{t("check")}</Button>
        </div>
      </form>
    </section>
  );
}

type FindingProps = { readonly finding: HostFinding; readonly addSite: string | undefined };

async function Finding({ finding: { fault, line }, addSite }: FindingProps) {
  const t = await getTranslations("HostCheck");
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="font-semibold">{t(`fault.${fault}`)}</p>
      {line !== undefined && (
        <pre dir="ltr" className="w-full rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap break-all text-ink">
          <code>{line}</code>
        </pre>
      )}
      {fault === "unregistered" && addSite !== undefined && (
        <a href={addSite as Route} className={buttonClass("secondary")}>
          {t("addSite")}
        </a>
      )}
      {fault !== "unregistered" && line !== undefined && (
        <CopyButton text={line} words={{ copy: t("copy"), copied: t("copied") }} />
      )}
    </div>
  );
}
