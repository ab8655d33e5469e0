import { Check, CircleOff } from "lucide";
import { getMessages } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { AccountCard, NotOfShop, Saved } from "#app/[locale]/promoter/account/_components/account-card.tsx";
import { AccountPage } from "#app/[locale]/promoter/account/_components/account-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { TurnOffForm } from "./_components/turn-off-form.tsx";
import { TurnOnForm } from "./_components/turn-on-form.tsx";

type Props = PageProps<"/[locale]/promoter/account/second-factor">;

export const metadata = NOT_INDEXED;

export default promoterPage(SecondFactorPage, "ANY_USER");

async function SecondFactorPage({ searchParams }: Props, at: AtWork) {
  const { credential, promoter, locale } = at;
  const { secondFactor } = promoter;
  if (secondFactor === undefined) return <NotOffered locale={locale} />;
  const [{ OwnAccount, Common, Errors }, { saved }] = await Promise.all([getMessages(), searchParams]);
  const { factor } = OwnAccount;
  const words = { ...factor, title: OwnAccount.parts.secondFactor, problem: Common.problem, lost: Errors.lost };
  const isOn = secondFactor === "ON";
  return (
    <AccountPage part="secondFactor" locale={locale}>
      <Saved saved={saved}>{isOn ? factor.nowOn : factor.nowOff}</Saved>
      <NotOfShop at={at}>
        {isOn ? (
          <AccountCard title={factor.what} className="max-w-xl">
            <StatusChip tone="ok" icon={Check}>
              {factor.on}
            </StatusChip>
            <p className="mt-3">{factor.onText}</p>
            <TurnOffForm key={String(saved)} locale={locale} words={words} />
            <p className="mt-5 border-t border-line pt-4 text-sm text-ink-muted">{factor.lostBoth}</p>
          </AccountCard>
        ) : (
          <TurnOnForm
            key={String(saved)}
            locale={locale}
            user={credential.reveal().user}
            words={{ ...OwnAccount.password, ...words }}
          >
            <h2 className="mb-2 text-lg">{factor.what}</h2>
            <StatusChip tone="off" icon={CircleOff}>
              {factor.off}
            </StatusChip>
            <p className="mt-3">{factor.whatText}</p>
            <p className="mt-3 text-ink-muted">{factor.programs}</p>
          </TurnOnForm>
        )}
      </NotOfShop>
    </AccountPage>
  );
}
