import { PlainFrame } from "#app/[locale]/promoter/_components/plain-frame.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";

export default async function SignInLayout({ params, children }: LayoutProps<"/[locale]/promoter/sign-in">) {
  return <PlainFrame locale={localeFrom((await params).locale)}>{children}</PlainFrame>;
}
