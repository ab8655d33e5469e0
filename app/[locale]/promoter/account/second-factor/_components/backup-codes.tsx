"use client";

import { Download, Printer } from "lucide";
import type { Messages } from "next-intl";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Icon } from "#components/ui/icon.tsx";

type BackupCodesProps = {
  readonly codes: readonly string[];
  readonly words: Messages["OwnAccount"]["factor"];
  readonly form: Pick<ActionForm<"isSaved">, "field">;
};

/** The codes for who has lost the phone, to be saved or printed. */
export function BackupCodes({ codes, words, form }: BackupCodesProps) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent([words.backup, ...codes, ""].join("\r\n"))}`;
  const isSaved = form.field("isSaved");
  return (
    <>
      <h2 className="text-lg">{words.backup}</h2>
      <p className="mt-1 text-ink-muted">{words.backupText}</p>
      <ul dir="ltr" className="my-4 grid grid-cols-2 gap-x-4 gap-y-1.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <a href={file} download="backup-codes.txt" className={buttonClass("secondary")}>
          <Icon of={Download} size={18} />
          {words.save}
        </a>
        <button type="button" onClick={() => window.print()} className={buttonClass("secondary", "script-only")}>
          <Icon of={Printer} size={18} />
          {words.print}
        </button>
      </div>
      <div className="mt-3 print:hidden">
        <Checkbox {...isSaved} label={words.isSaved} defaultChecked={isSaved.defaultValue !== undefined} />
        <p className="mt-2 text-sm text-ink-muted">{words.lostBoth}</p>
      </div>
    </>
  );
}
