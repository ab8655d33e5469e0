import { getMessages } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { AccountCard, NotOfShop, Saved } from "#app/[locale]/promoter/account/_components/account-card.tsx";
import { AccountPage } from "#app/[locale]/promoter/account/_components/account-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PasswordForm } from "./_components/password-form.tsx";

type Props = PageProps<"/[locale]/promoter/account/password">;

export const metadata = NOT_INDEXED;

export default promoterPage(PasswordPage, "ANY_USER");

async function PasswordPage({ searchParams }: Props, at: AtWork) {
  const { credential, promoter, locale } = at;
  // A service without a second factor has no call for one's own password either.
  if (promoter.secondFactor === undefined) return <NotOffered locale={locale} />;
  const [{ OwnAccount, Common, Errors }, { saved }] = await Promise.all([getMessages(), searchParams]);
  const { password } = OwnAccount;
  return (
    <AccountPage part="password" locale={locale}>
      <Saved saved={saved}>{password.changed}</Saved>
      <NotOfShop at={at}>
        <AccountCard title={password.change} className="max-w-xl">
          <PasswordForm
            key={String(saved)}
            locale={locale}
            user={credential.reveal().user}
            words={{ ...password, title: OwnAccount.parts.password, problem: Common.problem, lost: Errors.lost }}
          />
        </AccountCard>
      </NotOfShop>
    </AccountPage>
  );
}
