import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { LiveTokens } from "#app/[locale]/promoter/settings/users/_components/live-tokens.tsx";
import { SecondFactorChip, timeText } from "#app/[locale]/promoter/settings/users/_components/people-table.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import type { Person, SignInChange } from "#lib/ticketing/manage/people.ts";
import type { Token } from "#lib/ticketing/manage/users.ts";

type SigningInProps = {
  readonly person: Person;
  /** Absent where the service does not list them. */
  readonly tokens: readonly Token[] | undefined;
  readonly isOneself: boolean;
  readonly locale: string;
};

/** How a person signs in, and what a manager can change about it, each on a page that says what it does. */
export async function SigningIn({ person, tokens, isOneself, locale }: SigningInProps) {
  const [t, tChange] = await Promise.all([getTranslations("Users"), getTranslations("SignInChanges")]);
  const { id, username, secondFactor, passwordChanged, lastActive } = person;
  const facts = [
    { label: t("username"), value: <bdi className="wrap-anywhere">{username}</bdi> },
    ...(secondFactor ? [{ label: t("secondFactor"), value: <SecondFactorChip isOn={secondFactor === "ON"} /> }] : []),
    ...(passwordChanged ? [{ label: t("passwordChanged"), value: timeText(passwordChanged, locale) }] : []),
    { label: t("lastActive"), value: lastActive ? timeText(lastActive, locale) : t("notYet") },
  ];
  return (
    <section
      aria-labelledby="signing-in"
      className="rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6 xl:mt-20"
    >
      <h2 id="signing-in" className="text-lg">
        {t("signingIn")}
      </h2>
      <dl className="ruled mt-2 flex flex-col text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
            <dt className="text-ink-muted">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {tokens !== undefined && <LiveTokens tokens={tokens} locale={locale} />}
      <div className="mt-3 flex flex-col gap-2">
        {changesOf(person, isOneself).map((change) => (
          <a
            key={change}
            href={`/${locale}/promoter/settings/users/${id}/${ADDRESS[change]}` as Route}
            className={buttonClass("secondary", "w-full text-sm")}
          >
            {tChange(`${change}.link`)}
          </a>
        ))}
      </div>
    </section>
  );
}

/** The last part of the address of each change. */
export const ADDRESS = {
  signOut: "sign-out",
  secondFactor: "second-factor",
  remove: "remove",
  restore: "restore",
} as const satisfies Readonly<Record<SignInChange, string>>;

/** Nobody takes their own access; their own second factor they turn off with a code. */
function changesOf(
  { secondFactor, state }: Pick<Person, "secondFactor" | "state">,
  isOneself: boolean,
): readonly SignInChange[] {
  if (state === "DISABLED") return ["restore"];
  if (isOneself) return ["signOut"];
  return ["signOut", ...(secondFactor === "ON" ? (["secondFactor"] as const) : []), "remove"];
}
