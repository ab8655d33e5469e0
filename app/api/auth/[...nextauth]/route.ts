import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { env } from "#lib/env.ts";
import { preferredLocale } from "#lib/i18n/languages.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { authOptions, SIGN_IN_ERRORS } from "#lib/promoter/sign-in/auth-options.ts";
import { cookieName } from "#lib/security/cookie-names.ts";
import { pageBefore, refuseForeignOrigin } from "#lib/security/same-origin.ts";

type Context = RouteContext<"/api/auth/[...nextauth]">;

/** What next-auth answers here. Its `_log` would let anybody write our log, and `POST session` send data into the token. */
const OPEN: Readonly<Record<"GET" | "POST", readonly string[]>> = {
  GET: ["csrf", "session", "providers", "signin", "signout", "error"],
  POST: ["signin", "signin/password", "signin/code", "callback/password", "callback/code", "signout"],
};

const ERRORS: readonly string[] = SIGN_IN_ERRORS;

export function GET(request: NextRequest, context: Context): Promise<Response> {
  return answerTo("GET", request, context);
}

export async function POST(request: NextRequest, context: Context): Promise<Response> {
  return refuseForeignOrigin(request) ?? answerTo("POST", request, context);
}

async function answerTo(method: keyof typeof OPEN, request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const { searchParams } = request.nextUrl;
  const isOpen =
    OPEN[method].includes(nextauth.join("/")) &&
    searchParams.getAll("error").every(isOurs) &&
    searchParams.getAll("callbackUrl").every(isAddress) &&
    isAddress(request.cookies.get(cookieName("foyer-callback", env().FOYER_ORIGIN))?.value ?? "/");
  if (!isOpen) return Response.json({ error: "not found" }, { status: 404, headers: PRIVATE });
  if (method === "POST" && !FORM.test(request.headers.get("content-type") ?? ""))
    return Response.json({ error: "not a form" }, { status: 415, headers: PRIVATE });
  const answer: Response = await NextAuth(request, context, { ...authOptions(), pages: pagesFor(request) });
  answer.headers.set("Cache-Control", PRIVATE["Cache-Control"]);
  return answer;
}

/** The whole type: with `application/json` anywhere in it, next-auth would read JSON, and throw with a piece of what is none. */
const FORM = /^application\/x-www-form-urlencoded(; *charset=utf-8)?$/i;

const PRIVATE = { "Cache-Control": "private, no-store" };

/** Another word could be no header, or words of a stranger on our page. */
function isOurs(word: string): boolean {
  return ERRORS.includes(word);
}

/** What is none would be a fault of the settings to next-auth. */
function isAddress(text: string): boolean {
  return /^(\/|https?:)/.test(text) && URL.canParse(text, env().FOYER_ORIGIN);
}

/** Returns our pages in the language of the page that led here, else of the browser. */
function pagesFor({ headers }: NextRequest) {
  const [, language] = pageBefore(headers.get("referer"), env().FOYER_ORIGIN)?.split("/") ?? [];
  const locale = language === undefined ? preferredLocale(headers.get("accept-language")) : localeFrom(language);
  const home = `/${locale}/promoter`;
  const signIn = `${home}/sign-in`;
  return { signIn, error: signIn, signOut: home };
}
