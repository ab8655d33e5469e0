"use client";

import { Printer } from "lucide";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

/** Prints the page, or saves it as a file where the browser prints to files. Without script, the browser's menu does. */
export function PrintButton({ label }: { readonly label: string }) {
  return (
    <button type="button" onClick={() => window.print()} className={buttonClass("primary", "script-only print:hidden")}>
      <Icon of={Printer} className="size-5" />
      {label}
    </button>
  );
}
