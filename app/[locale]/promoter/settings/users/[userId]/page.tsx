import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { ShopsUser } from "#app/[locale]/promoter/settings/users/_components/shops-user.tsx";
import { SigningIn } from "#app/[locale]/promoter/settings/users/_components/signing-in.tsx";
import { changeAccess } from "#app/[locale]/promoter/settings/users/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { dayText } from "#lib/i18n/date-text.ts";
import { scanOptions } from "#lib/promoter/scan-dates.ts";
import { isShopsUser } from "#lib/promoter/shops-user.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { ACCESS_FIELDS } from "#lib/ticketing/manage/access-form.ts";
import { getPerson, listTokens, valuesOf } from "#lib/ticketing/manage/people.ts";

type Props = PageProps<"/[locale]/promoter/settings/users/[userId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(UserPage, ["MANAGE"]);

/** What a person has access to, and how they sign in. */
async function UserPage({ params, searchParams }: Props, at: AtWork) {
  const { credential, locale, promoter } = at;
  const id = idOf((await params).userId);
  const person = id === undefined ? undefined : await getPerson(credential, id);
  if (id === undefined || person === undefined) return undefined;
  if (person.state === undefined) return <NotOffered locale={locale} />;

  const t = await getTranslations("Users");
  const now = new Date();
  const since = person.created && t("since", { day: dayText(person.created, locale, "UTC", now) });
  const effect = t(person.state === "DISABLED" ? "removedText" : "takesEffect");
  const facts = [person.email, since, effect].flatMap((fact) => (fact ? [`\u2068${fact}\u2069`] : [])).join(" · ");
  const back = { href: `/${locale}/promoter/settings/users`, label: t("title") };
  if (isShopsUser(person)) return <ShopsUser name={person.name} back={back} />;
  const [options, tokens] = await Promise.all([
    scanOptions(at, person.scanDates, (event) => t("allDatesOf", { event }), now),
    undefinedOnFault(listTokens(credential, id)),
  ]);
  return (
    <div className="grid items-start gap-x-10 gap-y-8 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div>
        <FormPage
          locale={locale}
          screen="Users"
          fields={ACCESS_FIELDS}
          options={options}
          action={changeAccess}
          opened={{ id, values: valuesOf(person) }}
          title={person.name}
          text={facts}
          back={back}
          saved={(await searchParams).saved}
        />
      </div>
      <SigningIn person={person} tokens={tokens} isOneself={promoter.id === id} locale={locale} />
    </div>
  );
}
