import { getMessages, getTranslations } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { AccountCard } from "#app/[locale]/promoter/account/_components/account-card.tsx";
import { AccountPage } from "#app/[locale]/promoter/account/_components/account-page.tsx";
import { LIVES_DAYS } from "#app/[locale]/promoter/account/account-schema.ts";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { TokenForm } from "./_components/token-form.tsx";

export const metadata = NOT_INDEXED;

export default promoterPage(NewTokenPage, "ANY_USER");

async function NewTokenPage(_props: PageProps<"/[locale]/promoter/account/tokens/new">, at: AtWork) {
  const { credential, promoter, locale } = at;
  const { secondFactor } = promoter;
  if (secondFactor === undefined) return <NotOffered locale={locale} />;
  const [t, { OwnAccount, Common, Errors }] = await Promise.all([getTranslations("Manage.access"), getMessages()]);
  const { tokens } = OwnAccount;
  return (
    <AccountPage part="tokens" locale={locale}>
      <AccountCard title={tokens.add} className="max-w-xl">
        <TokenForm
          locale={locale}
          user={credential.reveal().user}
          back={`/${locale}/promoter/account/tokens`}
          scopes={promoter.capabilities.map((name) => ({ name, label: t(name) }))}
          lives={LIVES_DAYS}
          asksForCode={secondFactor === "ON"}
          words={{ ...tokens, title: tokens.add, problem: Common.problem, lost: Errors.lost }}
        />
      </AccountCard>
    </AccountPage>
  );
}
