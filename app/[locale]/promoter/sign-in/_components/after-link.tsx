import { getTranslations } from "next-intl/server";
import { FocusPanel } from "#components/ui/focus-panel.tsx";

type AfterLinkProps = {
  /** What a mailed link was used for. */
  readonly ready: string | readonly string[] | undefined;
};

/** Says above the sign-in form that a mailed link has done what it was for. */
export async function AfterLink({ ready }: AfterLinkProps) {
  if (ready !== "invitation" && ready !== "password") return null;
  const t = await getTranslations("SignInLinks");
  return (
    <FocusPanel tone="ok" role="status" className="mb-6 font-semibold">
      {t(ready === "invitation" ? "invitationReady" : "passwordReady")}
    </FocusPanel>
  );
}
