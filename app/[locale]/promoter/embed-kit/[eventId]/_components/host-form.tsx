import { getTranslations } from "next-intl/server";
import { type KitQuery, PAGE_MAX, PASTED_MAX } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import { Hidden } from "#components/forms/submission-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field, INPUT_CLASS } from "#components/ui/field.tsx";
import { Labelled } from "#components/ui/labelled.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { formatEventLink } from "#lib/catalogue/event-link.ts";
import { checkHost, type HostFinding } from "#lib/promoter/host-check.ts";

type HostFormProps = { readonly query: KitQuery; readonly origin: string; readonly registered: readonly string[] };

/** Checks what stops the embed on the promoter's page, from pasted text: nothing is fetched. */
export async function HostForm({ query: { page, pasted, link, language }, origin, registered }: HostFormProps) {
  const t = await getTranslations("Kit");
  const isSubmitted = page !== "" || pasted !== "";
  const findings = isSubmitted ? checkHost({ page, pasted, shop: origin, registered }) : [];
  return (
    <section id="check" aria-labelledby="check-title" className="flex flex-col gap-5">
      <div className="flex max-w-prose flex-col gap-2">
        <h2 id="check-title" className="text-2xl">
          {t("check.title")}
        </h2>
        <p className="text-ink-muted">{t("check.text")}</p>
        <p className="text-sm text-ink-muted">
          {registered.length === 0 ? t("check.none") : t("check.registered", { origins: registered.join(", ") })}
        </p>
      </div>
      {isSubmitted && (
        <Panel tone={findings.length === 0 ? "ok" : "warn"} role="status" className="flex flex-col gap-4">
          {findings.length === 0 && <p className="font-semibold">{t("check.fine")}</p>}
          {findings.map((finding) => (
            <Finding key={`${finding.fault} ${finding.line}`} finding={finding} />
          ))}
        </Panel>
      )}
      <form
        method="get"
        action="#check"
        className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5 lg:max-w-3xl"
      >
        <Hidden fields={{ ...Object.fromEntries(new URLSearchParams(formatEventLink(link))), lang: language }} />
        <Field
          label={t("check.page")}
          name="page"
          hint={t("check.pageHint")}
          defaultValue={page}
          maxLength={PAGE_MAX}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
        />
        <Labelled label={t("check.pasted")} id="pasted" hint={t("check.pastedHint")}>
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
          <Button kind="secondary">{t("check.check")}</Button>
        </div>
      </form>
    </section>
  );
}

async function Finding({ finding: { fault, line } }: { readonly finding: HostFinding }) {
  const t = await getTranslations("Kit");
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{t(`fault.${fault}`)}</p>
      {line !== undefined && (
        <pre dir="ltr" className="rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap break-all text-ink">
          <code>{line}</code>
        </pre>
      )}
    </div>
  );
}
