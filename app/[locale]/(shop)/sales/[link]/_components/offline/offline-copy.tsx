"use client";

import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import * as copies from "#app/[locale]/(shop)/sales/[link]/_components/offline/order-copy.ts";
import { isCopy, markUpdated } from "#app/[locale]/(shop)/sales/[link]/_components/offline/page-age.ts";
import { buttonClass } from "#components/ui/button.tsx";

type OfflineCopyProps = {
  /** When the server rendered the page, in milliseconds. */
  readonly renderedAt: number;
  /** When the copy ends, in milliseconds. */
  readonly until: number;
  /** The order's reference, by which copies of one order under several links are recognised. */
  readonly order: string;
  /** The URL that removes the order from the device that paid. Absent if the device has only the copy. */
  readonly forget: string | undefined;
  readonly words: Messages["Sale"]["offline"];
};

type State = "unknown" | "saving" | "saved" | "failed" | "removed";

/** A copy that could not be updated is tried again this often, while the page is visible. */
const RETRY_MS = 5_000;

/** Saves the page on the device for use without a network, says so, and can remove it. Renders nothing without script. */
export function OfflineCopy({ renderedAt, until, order, forget, words }: OfflineCopyProps) {
  const router = useRouter();
  const [state, setState] = useState<State>("unknown");
  const isRefreshing = useRef(false);
  const isUpdating = useRef(false);
  /** True while an update runs, and after one has failed. */
  const isBehind = useRef(false);

  const save = useCallback(async (shown?: number): Promise<copies.CopyResult> => {
    const result = await copies.saveCopy(shown).catch((): copies.CopyResult => "failed");
    if (result === "gone") window.location.reload();
    // A page that is itself the copy stays saved when an update fails.
    else if (result === "saved" || !isCopy()) setState(result);
    return result;
  }, []);

  /** Saves the server's newest state, and shows it. */
  const update = useCallback(async () => {
    if (copies.areCopiesRefused() || isUpdating.current) return;
    isUpdating.current = true;
    isBehind.current = true;
    const result = await save();
    isUpdating.current = false;
    if (result !== "saved") return;
    isBehind.current = false;
    isRefreshing.current = true;
    router.refresh();
    markUpdated();
  }, [router, save]);

  useEffect(() => {
    if (!copies.canKeepCopies()) return;
    if (copies.areCopiesRefused()) {
      setState("removed");
      return;
    }
    if (isRefreshing.current) {
      isRefreshing.current = false;
      return;
    }
    if (isCopy()) {
      setState("saved");
      void update();
    } else {
      setState((shown) => (shown === "unknown" ? "saving" : shown));
      void save(renderedAt).then(() => copies.deleteOldCopies(order).catch(() => {}));
    }
  }, [renderedAt, order, save, update]);

  useEffect(() => {
    if (!copies.canKeepCopies()) return;
    const retry = () => {
      if ((isBehind.current || isCopy()) && document.visibilityState === "visible") void update();
    };
    const reconnect = () => void update();
    const clock = setInterval(retry, RETRY_MS);
    window.addEventListener("online", reconnect);
    document.addEventListener("visibilitychange", retry);
    return () => {
      clearInterval(clock);
      window.removeEventListener("online", reconnect);
      document.removeEventListener("visibilitychange", retry);
    };
  }, [update]);

  async function press(form: HTMLFormElement | null) {
    if (state === "removed") {
      copies.allowCopies();
      setState("saving");
      await save();
    } else {
      setState("removed");
      try {
        await copies.refuseCopies();
      } finally {
        if (forget !== undefined && navigator.onLine) form?.submit();
      }
    }
  }

  return (
    <div data-rendered-at={renderedAt} data-copy-until={until} data-order={order} className="contents print:hidden">
      {state !== "unknown" && (
        <section
          aria-labelledby="offline"
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-5 print:hidden"
        >
          <div className="flex min-w-48 flex-1 flex-col gap-1">
            <h2 id="offline" className="text-lg">
              {words.title}
            </h2>
            <p role="status" className="text-sm text-ink-muted text-pretty">
              {words[state]}
            </p>
          </div>
          <form method="post" action={forget}>
            <button
              type="button"
              onClick={({ currentTarget }) => void press(currentTarget.form).catch(() => setState("failed"))}
              className={buttonClass("secondary", state === "saving" ? "invisible text-sm" : "text-sm")}
            >
              {state === "removed" ? words.save : words.remove}
            </button>
          </form>
        </section>
      )}
    </div>
  );
}
