import "server-only";

import { randomBytes } from "node:crypto";
import type { CallbacksOptions, LoggerInstance, User } from "next-auth";
import { env } from "#lib/env.ts";
import { keepActive } from "#lib/session/activity.ts";
import { isRevoked } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Promoter, type SessionContent, sessionIn } from "./promoter-token.ts";
import type { SigningIn } from "./sign-in.ts";

declare module "next-auth" {
  interface User extends SigningIn {}

  /** What a browser may read of a session: never the credential. */
  interface Session {
    readonly user?: Promoter;
    /** The service does not say whether the session was signed out elsewhere. */
    readonly error?: "no_answer";
  }
}

type Callback<Name extends "jwt" | "session"> = CallbacksOptions[Name];

/** The session was signed out, was not used for too long, or is older than twelve hours. */
export class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/** Begins a session at sign-in. At each other time returns it if it may go on, and notes that it is in use; throws SessionEnded else. */
export const jwt = (async ({ token, user, trigger }) => {
  if (trigger === "signIn") return { ...newSession(user, Date.now()) };
  const session = sessionIn(token, Date.now());
  if (session === undefined) throw new SessionEnded();
  try {
    if (await isRevoked("promoter-session", session.sessionId)) throw new SessionEnded();
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    return { ...session, error: "no_answer" };
  }
  if (!(await isInUse(session))) throw new SessionEnded();
  return { ...session };
}) satisfies Callback<"jwt">;

export const session = (async ({ session: { expires }, token }) => {
  if (token.error !== undefined) return { expires, error: "no_answer" };
  const content = sessionIn(token, Date.now());
  return content === undefined ? { expires } : { expires, user: content.promoter };
}) satisfies Callback<"session">;

function newSession({ promoter, credential, tokenId }: User, nowMs: number): SessionContent {
  return {
    sessionId: randomBytes(16).toString("base64url"),
    signedInAt: Math.floor(nowMs / 1000),
    promoter,
    credential: credential.reveal(),
    ...(tokenId !== undefined && { tokenId }),
  };
}

function isInUse({ sessionId, signedInAt }: SessionContent): Promise<boolean> {
  const idleMs = env().PROMOTER_IDLE_MINUTES * 60_000;
  return keepActive(sessionId, { sinceMs: signedInAt * 1000, idleMs, nowMs: Date.now() });
}

/** What a visitor can cause by a cookie or an address: no fault of ours. */
const OF_VISITORS: readonly string[] = ["INVALID_CALLBACK_URL_ERROR"];

export const logger: LoggerInstance = {
  error(code, about) {
    const fault = about instanceof Error ? about : about.error;
    // jose names each reason why a cookie cannot be opened.
    const isCookie = fault instanceof SessionEnded || ("code" in fault && /^ERR_J/.test(String(fault.code)));
    if (isCookie || OF_VISITORS.includes(code)) return;
    log("error", "The sign-in of promoters failed.", { code, fault: fault.name });
  },
  warn(code) {
    log("warn", "The sign-in of promoters has a warning.", { code });
  },
  debug: () => undefined,
};
