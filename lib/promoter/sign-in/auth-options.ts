import "server-only";

import type { AuthOptions, CookieOption, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";
import { returnPath } from "#lib/promoter/return-path.ts";
import { type CookieName, cookieName, isSecure } from "#lib/security/cookie-names.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { readCookie } from "#lib/session/cookies.ts";
import { logFault } from "#lib/telemetry/log-fault.ts";
import { openSession, PROMOTER_COOKIE, PROMOTER_SECONDS, sessionIn } from "./promoter-token.ts";
import { jwt, logger, session } from "./session-callbacks.ts";
import { type CodeResult, endSession, type SignInResult, signIn, signInByCode } from "./sign-in.ts";
import { currentStep, deviceOf, forgetStep, rememberDevice, storeStep } from "./sign-in-step.ts";

/** Longer than a session, so that a browser whose session has ended is told so. */
export const COOKIE_SECONDS = 2 * PROMOTER_SECONDS;

/** Longer than any name or password. The limit bounds the work of hashing. */
const typed = z.string().max(256);
const passwordSchema = z.object({ user: typed.transform(visibleText), password: typed });
const codeSchema = z.object({ code: typed.transform(withPlainDigits), remember: z.string().exactOptional() });

type Sent = Readonly<Record<string, unknown>> | undefined;

/**
 * Checks a name and a password: of the page's form, and of next-auth's route. Before a code is asked for, what the code needs is stored
 * in this browser. `next` is the page to show after signing in.
 */
export async function authorizePassword(sent: Sent, next: string): Promise<SignInResult> {
  const { data } = passwordSchema.safeParse(sent);
  if (data === undefined || data.user === "" || data.password === "") return { result: "wrong" };
  const { user, password } = data;
  const network = await visitorNetwork();
  const answer = await signIn(user, password, { network, nowMs: Date.now() }, await deviceOf(user));
  if (answer.result === "code_needed")
    await storeStep({ user, next, challenge: answer.challenge, ...(network !== undefined && { network }) });
  return answer;
}

/** Checks the code that this browser was asked for: of the page's form, and of next-auth's route. */
export async function authorizeCode(sent: Sent): Promise<CodeResult> {
  const network = await visitorNetwork();
  const [{ data }, step] = [codeSchema.safeParse(sent), await currentStep(network)];
  if (step === undefined) return { result: "step_ended" };
  if (data === undefined || visibleText(data.code) === "") return { result: "code_wrong" };
  const { code, remember } = data;
  const answer = await signInByCode(
    step,
    { code: visibleText(code), rememberDevice: remember === "on" },
    { network, nowMs: Date.now() },
  );
  if (answer.result === "signed_in") {
    await forgetStep();
    if (answer.user.device !== undefined) await rememberDevice(step.user, answer.user.device);
  }
  return answer;
}

/** Ends the session that this browser had before another one: its access token would live on for hours. */
export async function endSessionBefore(): Promise<void> {
  const before = await openSession((await readCookie(PROMOTER_COOKIE)) ?? "");
  if (before !== undefined) await endSession(before, await visitorNetwork());
}

/** The words with which next-auth's route says why nobody has signed in. */
export const SIGN_IN_ERRORS = [
  "CredentialsSignin",
  "Configuration",
  "other_account",
  "wait",
  "code_needed",
  "code_wrong",
  "code_used",
  "step_ended",
  "no_answer",
] as const;

/** Returns the options of next-auth, without its pages: these depend on the visitor's language. */
export function authOptions() {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: COOKIE_SECONDS },
    // Without it a token is valid for 30 days.
    jwt: { maxAge: PROMOTER_SECONDS },
    cookies: {
      sessionToken: cookie(PROMOTER_COOKIE),
      csrfToken: cookie("foyer-csrf"),
      callbackUrl: cookie("foyer-callback"),
    },
    providers: [
      CredentialsProvider({
        id: "password",
        name: "Password",
        credentials: { user: { label: "Username" }, password: { label: "Password", type: "password" } },
        authorize: (sent) => userOf(authorizePassword(sent, pathOf(Object(sent).callbackUrl))),
      }),
      CredentialsProvider({
        id: "code",
        name: "Code",
        credentials: { code: { label: "Code" }, remember: { label: "Trust this device", type: "checkbox" } },
        authorize: (sent) => userOf(authorizeCode(sent)),
      }),
    ],
    callbacks: { jwt, session, redirect: async ({ url, baseUrl }) => baseUrl + pageOf(url) },
    events: {
      signIn: endSessionBefore,
      signOut: async ({ token }) => {
        const ended = sessionIn(token, Date.now());
        if (ended !== undefined) await endSession(ended, await visitorNetwork());
      },
    },
    logger,
  } satisfies AuthOptions;
}

/** Returns who has signed in, `null` for a wrong password. Throws one of the words above: next-auth shows the message of any error. */
async function userOf(checked: Promise<SignInResult | CodeResult>): Promise<User | null> {
  const answer = await checked.catch((fault: unknown) => {
    logFault(fault);
    return { result: "no_answer" } as const;
  });
  if (answer.result === "signed_in") return { id: String(answer.user.promoter.id ?? ""), ...answer.user };
  if (answer.result === "wrong") return null;
  throw new Error(answer.result satisfies (typeof SIGN_IN_ERRORS)[number]);
}

function cookie(name: CookieName): CookieOption {
  const origin = env().FOYER_ORIGIN;
  const options = { httpOnly: true, secure: isSecure(origin), sameSite: "lax", path: "/" };
  return { name: cookieName(name, origin), options };
}

/** Returns the promoters' page that an address of next-auth's `callbackUrl` means, without its language. */
export function pathOf(address: unknown): string {
  const [, , path] = partsOf(address);
  return returnPath(path);
}

/** Returns the same with its language. */
function pageOf(address: string): string {
  const [, locale] = partsOf(address);
  return `/${localeFrom(locale)}${pathOf(address)}`;
}

function partsOf(address: unknown): readonly string[] {
  const origin = env().FOYER_ORIGIN;
  const url = typeof address === "string" ? URL.parse(address, origin) : null;
  return (url?.origin === origin && /^\/([a-z]{2})(\/.*)$/.exec(url.pathname + url.search)) || [];
}
