import { KeyRound, ScrollText, TriangleAlert } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { ConfirmPage } from "#app/[locale]/promoter/_components/confirm-page.tsx";
import { ChangeForm } from "#app/[locale]/promoter/_components/form/change-form.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { ADDRESS } from "#app/[locale]/promoter/settings/users/_components/signing-in.tsx";
import { changePersonsSignIn } from "#app/[locale]/promoter/settings/users/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { idOf } from "#lib/catalogue/event-link.ts";
import { isShopsUser } from "#lib/promoter/shops-user.ts";
import { getPerson, SIGN_IN_CHANGES } from "#lib/ticketing/manage/people.ts";

type Props = PageProps<"/[locale]/promoter/settings/users/[userId]/[change]">;

export const metadata = NOT_INDEXED;

export default promoterPage(ChangePage, ["MANAGE"]);

/** Asks before a manager changes how a person signs in. */
async function ChangePage({ params }: Props, { credential, locale }: AtWork) {
  const { userId, change: address } = await params;
  const id = idOf(userId);
  const change = SIGN_IN_CHANGES.find((one) => ADDRESS[one] === address);
  const person = id && change && (await getPerson(credential, id));
  if (!person || change === undefined || isShopsUser(person)) return undefined;
  const [t, { Common, Errors, PromoterForm, Users }] = await Promise.all([
    getTranslations("SignInChanges"),
    getMessages(),
  ]);
  const title = t(`${change}.title`, { name: person.name });
  return (
    <>
      <ConfirmPage
        title={title}
        change={
          <>
            <p className="font-semibold">
              <bdi>{person.name}</bdi>
            </p>
            <p className="text-sm text-ink-muted">
              <bdi>{person.email}</bdi>
            </p>
          </>
        }
        affectedTitle={Users.whatHappens}
        affected={[
          { icon: KeyRound, text: t(`${change}.changes`) },
          { icon: ScrollText, text: t(`${change}.stays`) },
          ...(change === "restore" ? [] : [{ icon: TriangleAlert, text: t(`${change}.watch`) }]),
        ]}
      >
        <ChangeForm
          action={changePersonsSignIn}
          hidden={{ locale, id: person.id, change }}
          buttons={[
            {
              children: t(`${change}.button`),
              pendingLabel: Users.working,
              className: "min-h-12 max-sm:w-full",
            },
          ]}
          words={{ title, problem: Common.problem, lost: Errors.lost }}
        >
          <a
            href={`/${locale}/promoter/settings/users/${person.id}` as Route}
            className={buttonClass("secondary", "max-sm:w-full")}
          >
            {PromoterForm.cancel}
          </a>
        </ChangeForm>
      </ConfirmPage>
      <PageTitle>{title}</PageTitle>
    </>
  );
}
