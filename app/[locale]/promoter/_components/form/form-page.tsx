import type { Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { ResourceForm } from "#app/[locale]/promoter/_components/form/resource-form.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { BackLink } from "#components/ui/back-link.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import { fill } from "#lib/i18n/words.ts";
import { emptyRow, rowsIn, withFields } from "#lib/promoter/forms/fields.ts";
import type { ResourceAction } from "#lib/promoter/forms/state.ts";
import type { FormField, PageOptions } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";

/** The namespaces whose texts are all plain: labels and hints of fields. */
type Screen = {
  [Name in keyof Messages]: Messages[Name] extends Readonly<Record<string, string>> ? Name : never;
}[keyof Messages];

type FormPageProps = {
  readonly locale: Locale;
  /** The messages of the screen, which have the words of the fields. */
  readonly screen: Screen;
  readonly fields: readonly FormField[];
  readonly action: ResourceAction;
  /** What is at the service; absent for what is new. */
  readonly opened?: { readonly id: number; readonly values: FormValues };
  /** What is filled in of what is new. */
  readonly initial?: FormValues;
  readonly title: string;
  readonly text?: string;
  readonly back: { readonly href: string; readonly label: string };
  /** The parameter `saved` of the address: when the form was saved. What was answered before is then over. */
  readonly saved?: string | readonly string[] | undefined;
  /** What the fields with `optionsFrom` offer. */
  readonly options?: PageOptions;
  /** The words of the button, where they are not "Save". */
  readonly button?: string;
  /** Words of this page alone in place of the screen's, by their keys. */
  readonly ownWords?: Readonly<Record<string, string>>;
  /** Stands in place of the way back and the title. */
  readonly heading?: ReactNode;
  /** Stands beside the fields where there is room, else below the first group. */
  readonly beside?: ReactNode;
};

/** A page with a form: its declared fields, and all words that they need. */
export async function FormPage({
  screen,
  fields,
  opened,
  initial,
  saved,
  options = {},
  button,
  ownWords,
  ...page
}: FormPageProps) {
  const messages = await getMessages();
  const words: Readonly<Partial<Record<string, string>>> = messages[screen];
  const { PromoterForm, Reasons, Errors, Common } = messages;
  const tooLong = fields.find((one) => one.kind === "rows" && rowsIn(opened?.values, one.name).length > one.max);
  if (tooLong?.kind === "rows") {
    const { label, max } = tooLong;
    return <TooManyRows {...page} text={fill(PromoterForm.tooManyRows, { list: words[label] ?? label, max })} />;
  }
  const values = opened ? withFields(fields, opened.values) : withFields(fields, { ...firstRows(fields), ...initial });
  return (
    <>
      <ResourceForm
        key={String(saved)}
        {...page}
        isSaved={saved !== undefined}
        fields={fields}
        values={values}
        {...(opened && { opened: { id: opened.id, values } })}
        words={{
          fields: { ...messages[screen], ...ownWords },
          form: button === undefined ? PromoterForm : { ...PromoterForm, save: button },
          options,
          reasons: Reasons,
          lost: Errors.lost,
          problem: Common.problem,
          optional: Common.optional,
        }}
      />
      {fields.some((field) => field.kind === "text" && field.suggestions === "timeZones") && <TimeZones />}
      <PageTitle>{page.title}</PageTitle>
    </>
  );
}

/** The service may have more rows than a form can show. */
function TooManyRows({ title, text, back }: Pick<FormPageProps, "title" | "back"> & { readonly text: string }) {
  return (
    <>
      <BackLink href={back.href}>{back.label}</BackLink>
      <h1 className="mt-1 text-[1.75rem] leading-tight wrap-anywhere lg:text-[1.875rem]">{title}</h1>
      <p className="mt-4">{text}</p>
      <PageTitle>{title}</PageTitle>
    </>
  );
}

/** What a time zone field suggests: its `list`. */
function TimeZones() {
  return (
    <datalist id="timeZones">
      {Intl.supportedValuesOf("timeZone").map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}

/** A list that needs a row starts with one. */
function firstRows(fields: readonly FormField[]): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => (field.kind === "rows" && field.required ? [[field.name, [emptyRow(field, [])]]] : [])),
  );
}
