import { getTranslations } from "next-intl/server";
import type { LinkWarning } from "#app/[locale]/promoter/share/link-state.ts";
import { Panel } from "#components/ui/panel.tsx";

/** Warnings about a link, shown before it is printed. */
export async function LinkWarnings({ warnings }: { readonly warnings: readonly LinkWarning[] }) {
  const t = await getTranslations("Kit");
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Panel tone="warn" className="flex flex-col gap-1">
          {warnings.map((each) => (
            <p key={JSON.stringify(each)}>{warningText(each)}</p>
          ))}
        </Panel>
      )}
    </div>
  );

  function warningText(each: LinkWarning): string {
    if ("code" in each) return t(`warning.${each.warning}`, { code: each.code });
    switch (each.warning) {
      case "too_many":
        return t("warning.too_many", { name: each.name, most: each.most });
      case "sold_out":
      case "code_needed":
        return t(`warning.${each.warning}`, { name: each.name });
      default:
        return t(`warning.${each.warning}`);
    }
  }
}
