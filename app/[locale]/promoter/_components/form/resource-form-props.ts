import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import type { ConnectionWords } from "#components/forms/connection-problem.tsx";
import type { ReasonWords } from "#lib/promoter/forms/reasons.ts";
import type { ResourceAction } from "#lib/promoter/forms/state.ts";
import type { FormField, PageOptions } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";

export type FormWords = {
  /** Of the screen: the labels and hints that the fields name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly form: Messages["PromoterForm"];
  readonly options: PageOptions;
  readonly reasons: ReasonWords;
  readonly lost: ConnectionWords;
  readonly problem: string;
  readonly optional: string;
};

export type ResourceFormProps = {
  readonly locale: string;
  readonly fields: readonly FormField[];
  readonly action: ResourceAction;
  readonly values: FormValues;
  readonly opened?: { readonly id: number; readonly values: FormValues };
  readonly title: string;
  readonly text?: string;
  readonly back: { readonly href: string; readonly label: string };
  readonly isSaved: boolean;
  readonly heading?: ReactNode;
  readonly beside?: ReactNode;
  readonly words: FormWords;
};
