"use client";

import { Check, X } from "lucide";
import type { Route } from "next";
import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { fill } from "#lib/i18n/words.ts";
import { isRegistered } from "#lib/promoter/host-check.ts";
import { CHECK, linesOf, type PageReport, reportIn, SILENT_MS } from "#lib/promoter/page-proof.ts";
import { webAddress } from "#lib/ticketing/model/origin.ts";

type PageProofProps = {
  /** Origins that may frame an embed. */
  readonly registered: readonly string[];
  readonly shop: string;
  /** Where a site is registered, if the service has sites. */
  readonly addSite: string | undefined;
  readonly words: Messages["HostCheck"];
};

type Opened = { readonly tab: Window; readonly nonce: string };
type Reported = PageReport & { readonly origin: string };
type State = "not_asked" | "no_address" | "not_typed" | "not_opened" | "waiting" | "silent" | Reported;

/** Opens the page that is typed in the form's field `page`, and shows what the embed's script on it reports. */
export function PageProof({ registered, shop, addSite, words }: PageProofProps) {
  const runs = useScriptRuns();
  const [opened, setOpened] = useState<Opened>();
  const [state, setState] = useState<State>("not_asked");
  const isTyped = useRef(false);

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "page") isTyped.current = true;
    };
    addEventListener("input", note);
    return () => removeEventListener("input", note);
  }, []);

  useEffect(() => {
    if (opened === undefined) return;
    const silent = setTimeout(() => setState("silent"), SILENT_MS);
    const read = ({ source, origin, data }: MessageEvent) => {
      const report = source === opened.tab ? reportIn(data, opened.nonce) : undefined;
      if (report === undefined) return;
      clearTimeout(silent);
      setState({ ...report, origin });
    };
    addEventListener("message", read);
    return () => {
      clearTimeout(silent);
      removeEventListener("message", read);
    };
  }, [opened]);

  function open(form: HTMLFormElement | null) {
    const field = form?.elements.namedItem("page");
    if (!(field instanceof HTMLInputElement)) return;
    const url = webAddress(field.value);
    if (url === undefined) return setState("no_address");
    // The opened page can lead this tab elsewhere, so a link that leads here chooses none.
    const isOfAddress = !isTyped.current && field.value === field.defaultValue;
    if (isOfAddress && !isRegistered(url.origin, registered)) return setState("not_typed");
    const nonce = crypto.randomUUID();
    url.hash = `${CHECK}=${nonce}`;
    // With an opener: the page answers to it.
    const tab = window.open(url.href, "_blank");
    setState(tab === null ? "not_opened" : "waiting");
    setOpened(tab === null ? undefined : { tab, nonce });
  }

  if (!runs) return null;
  return (
    <>
      <div>
        <Button
          type="button"
          kind="secondary"
          pending={state === "waiting"}
          pendingLabel={words.waiting}
          onClick={(event) => open(event.currentTarget.form)}
        >
          {words.open}
        </Button>
      </div>
      <div role="status">
        {typeof state === "string" ? (
          state !== "not_asked" && state !== "waiting" && <Panel tone="warn">{words[state]}</Panel>
        ) : (
          <Report report={state} registered={registered} shop={shop} addSite={addSite} words={words} />
        )}
      </div>
    </>
  );
}

function Report({ report, registered, shop, addSite, words }: PageProofProps & { readonly report: Reported }) {
  const { origin } = report;
  return (
    <ul className="ruled flex flex-col">
      {linesOf(report, origin, registered).map(({ is, what, event }) => (
        <li key={`${what} ${event}`} className="flex items-start gap-3 py-3">
          <Icon
            of={is === "ok" ? Check : X}
            size={20}
            strokeWidth={3}
            className={`mt-0.5 shrink-0 ${is === "ok" ? "text-ok" : "text-bad"}`}
          />
          <div className="flex min-w-0 flex-col items-start gap-2">
            <p className="wrap-anywhere">
              <strong>{fill(words.report[what], { origin })}</strong>
              {event !== undefined && event > 0 && ` (${fill(words.ofEvent, { event })})`}
            </p>
            {what === "host_policy" && (
              <code dir="ltr" className="rounded-md bg-sunken p-3 text-sm break-all">
                frame-src {shop}
              </code>
            )}
            {what === "unregistered" && addSite !== undefined && (
              <a href={addSite as Route} className={buttonClass("secondary")}>
                {words.addSite}
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
