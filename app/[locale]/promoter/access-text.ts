import type { getTranslations } from "next-intl/server";
import type { Capability } from "#lib/promoter/rights.ts";

type Words = Awaited<ReturnType<typeof getTranslations<"Manage">>>;

/** Returns what a user has access to, in words. */
export function accessText(capabilities: readonly Capability[], locale: string, t: Words): string {
  const [first, ...others] = capabilities.includes("MANAGE")
    ? (["MANAGE"] as const)
    : capabilities.filter((one) => one !== "PUBLIC");
  if (first === undefined) return t("noAccess");
  return listOf(
    [first, ...others].map((one) => t(`access.${one}`)),
    locale,
    "conjunction",
  );
}

export function listOf(words: readonly string[], locale: string, type: Intl.ListFormatType): string {
  return new Intl.ListFormat(locale, { type }).format(words);
}
