import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { SignInForm } from "#app/[locale]/promoter/sign-in/_components/sign-in-form.tsx";
import { signInPromoter } from "#app/[locale]/promoter/sign-in/actions.ts";
import { NOT_INDEXED, titleMetadata } from "#app/page-metadata.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";

export const generateMetadata = titleMetadata(({ Promoter }) => Promoter.signInTitle, NOT_INDEXED);

export default async function SignInPage({ params, searchParams }: PageProps<"/[locale]/promoter/sign-in">) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { again } = await searchParams;
  if (again === undefined && (await currentPromoter())) redirect({ href: "/promoter", locale });
  const [t, { Errors }] = await Promise.all([getTranslations("Promoter"), getMessages()]);
  return (
    <div className="gutter mx-auto max-w-md py-10">
      <SignInForm
        action={signInPromoter}
        locale={locale}
        words={{
          title: t("signInTitle"),
          text: t("signInText"),
          user: t("user"),
          userMissing: t("userMissing"),
          password: t("password"),
          passwordMissing: t("passwordMissing"),
          signIn: t("signIn"),
          signingIn: t("signingIn"),
          problem: t("problem"),
          lost: Errors.lost,
        }}
      />
    </div>
  );
}
