"use client";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { type SignIn, type SignInProblem, signInSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Field } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form-state.ts";

type SignInFormProps = {
  readonly action: FormAction<SignIn>;
  readonly locale: string;
  readonly words: Readonly<
    Record<"title" | "text" | "user" | "password" | "signIn" | "signingIn" | "problem" | SignInProblem, string>
  > & { readonly lost: ConnectionWords };
};

const FIELDS = ["user", "password"] as const satisfies readonly (keyof SignIn)[];

export function SignInForm({ action, locale, words }: SignInFormProps) {
  const { state, lost, turn: answers, pending, post, send } = useSubmission(action, UNTOUCHED);
  const { register, handleSubmit, formState } = useForm<SignIn>({
    resolver: standardSchemaResolver(signInSchema),
    shouldFocusError: false,
  });
  const problem = (name: keyof SignIn) => {
    const found = formState.errors[name]?.message as SignInProblem | undefined;
    return found ? words[found] : state.fieldErrors[name];
  };
  const problems = FIELDS.flatMap((field) => {
    const message = problem(field);
    return message === undefined ? [] : [{ field, message }];
  });
  const turn = answers + formState.submitCount;

  function onSubmit(event: React.SubmitEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    event.preventDefault();
    if (pending) return;
    void handleSubmit(() => send(form))(event);
  }

  return (
    <>
      <ConnectionProblem lost={pending ? undefined : lost} turn={turn} words={words.lost} />
      {(problems.length > 0 || (state.message !== undefined && lost === undefined)) && !pending && (
        <ErrorSummary title={words.problem} errors={problems} turn={turn} pageTitle={words.title}>
          {problems.length === 0 && <p className="mt-1">{state.message}</p>}
        </ErrorSummary>
      )}
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2 text-ink-muted">{words.text}</p>
      <form action={post} onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-6">
        <input type="hidden" name="locale" value={locale} />
        <Field
          label={words.user}
          error={problem("user")}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={state.values?.user}
          {...register("user")}
        />
        <Field
          label={words.password}
          error={problem("password")}
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
          {...register("password")}
        />
        <Button pending={pending} pendingLabel={words.signingIn}>
          {words.signIn}
        </Button>
      </form>
    </>
  );
}
