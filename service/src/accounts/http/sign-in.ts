import { z } from "zod";
import { changeOwnPassword, signOutEverywhere } from "#src/accounts/use-cases/own-sign-in.ts";
import type { NotAllowed } from "#src/accounts/use-cases/own-user.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  turnOffSecondFactor,
  turnOffSecondFactorOf,
} from "#src/accounts/use-cases/second-factor/turning.ts";
import type { TooManyFailures } from "#src/platform/domain/caller.ts";
import type { ChangeRefusal, Outcome } from "#src/platform/domain/outcome.ts";
import { answer, declareCall, type Reply, refuse } from "#src/platform/http/call.ts";
import { refuseChange, replyChanged } from "#src/platform/http/change-refusals.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { done, idParams } from "#src/platform/http/shapes.ts";
import { password } from "./user-fields.ts";

/** A code of the app, or a backup code. */
export const code = z.string().min(1).max(40);
/** The password that the user has now. */
const current = z.string().max(200);

/** How users sign in: their second factor, their own password, and an end to all of their tokens. */
export const SIGN_IN_CALLS = [
  declareCall({
    method: "POST",
    path: "/user/secondFactor",
    isExtension: true,
    summary:
      "Make a second factor for the signed-in user, who proves the password: the secret for an authenticator app, and ten backup codes, shown once. It is off until a code of the app is given. For users with PUBLIC only if they have MANAGE, and for no token that has less than its user",
    access: "ANY_USER",
    body: z.strictObject({ current }),
    answer: z.object({ secret: z.string(), uri: z.string(), backupCodes: z.array(z.string()) }),
    handle: async ({ runtime, caller, body, checkSecret }) => {
      const made = await beginSecondFactor(runtime, caller, body.current, checkSecret);
      if (!made.ok) return replyRefused(made, "current");
      const { secret, uri, backupCodes } = made;
      return answer({ secret, uri, backupCodes: [...backupCodes] });
    },
  }),
  declareCall({
    method: "PUT",
    path: "/user/secondFactor",
    isExtension: true,
    summary: "Turn on the signed-in user's second factor with a code of the app. From then on the password needs one",
    access: "ANY_USER",
    body: z.strictObject({ code }),
    answer: done,
    handle: async ({ runtime, caller, body }) => replyDone(await confirmSecondFactor(runtime, caller, body.code)),
  }),
  declareCall({
    method: "DELETE",
    path: "/user/secondFactor",
    isExtension: true,
    summary:
      "Turn off the signed-in user's second factor with a code of the app or a backup code, and forget the devices",
    access: "ANY_USER",
    body: z.strictObject({ code }),
    answer: done,
    handle: async ({ runtime, caller, body, checkSecret }) =>
      replyDone(await turnOffSecondFactor(runtime, caller, body.code, checkSecret), "code"),
  }),
  declareCall({
    method: "DELETE",
    path: "/user/{id}/secondFactor",
    isExtension: true,
    summary: "Turn off the second factor of another user, who has lost the phone",
    access: ["MANAGE"],
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) =>
      replyChanged(await turnOffSecondFactorOf(runtime, caller, params.id)),
  }),
  declareCall({
    method: "DELETE",
    path: "/user/{id}/tokens",
    isExtension: true,
    summary:
      "Sign out everywhere: end all access tokens, remembered devices and challenges of the signed-in user; users with MANAGE those of any user of the account",
    access: "ANY_USER",
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => replyChanged(await signOutEverywhere(runtime, caller, params.id)),
  }),
  declareCall({
    method: "PUT",
    path: "/user/password",
    isExtension: true,
    summary:
      "Change the signed-in user's password. The token that is used stays, and others end. For users with PUBLIC only if they have MANAGE, and for no token that has less than its user",
    access: "ANY_USER",
    body: z.strictObject({ current, password }),
    answer: done,
    handle: async ({ runtime, caller, body, checkSecret }) =>
      replyDone(await changeOwnPassword(runtime, caller, body, checkSecret), "current"),
  }),
];

type Refusal = ChangeRefusal | NotAllowed | TooManyFailures;

export function replyDone(outcome: Outcome<object, Refusal>, path = ""): Reply<z.input<typeof done>> {
  return outcome.ok ? answer({ successful: true, messages: [] }) : replyRefused(outcome, path);
}

/** `path`: the field with the secret that was wrong too often. */
function replyRefused(refused: Refusal, path: string): Reply<never> {
  switch (refused.refusal) {
    case "not_allowed": {
      const message = "This user or token may not change how the user signs in. Sign in as a user who is no shop.";
      return refuse(403, [row("", "not_allowed", message)]);
    }
    case "too_many_failures":
      return refuseTooMany(path, refused);
    default:
      return refuseChange(refused);
  }
}

export function refuseTooMany(path: string, { retryAfterSeconds }: Pick<TooManyFailures, "retryAfterSeconds">) {
  const message = "There were too many wrong ones for this user. Try again after the time in Retry-After.";
  return refuse(429, [row(path, "too_many_failures", message)], { "retry-after": String(retryAfterSeconds) });
}
