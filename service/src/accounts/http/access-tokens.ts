import { z } from "zod";
import { createToken, listTokens, revokeToken, type TokenRefusal } from "#src/accounts/use-cases/access-tokens.ts";
import {
  type ProofRefusal,
  proveSecondFactor,
  rememberDevice,
} from "#src/accounts/use-cases/second-factor/challenges.ts";
import { CAPABILITIES, type Caller } from "#src/platform/domain/caller.ts";
import { CHANGE_REFUSALS } from "#src/platform/domain/outcome.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, BASIC_SCHEME, declareCall, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { instant, line } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { done, id, idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { code, refuseTooMany } from "./sign-in.ts";

const scope = z.enum(CAPABILITIES);

const plainToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(scope),
  created: z.string(),
  expiresAt: z.string(),
});
const token = named(
  "AccessToken",
  plainToken.extend({
    /** It was made without `scopes`, as a storefront's sign-in is: it has at each moment what its user has. */
    isSession: z.boolean(),
  }),
);
const tokens = z.object({ tokens: z.array(token) });

const scopes = z.array(scope).max(CAPABILITIES.length);

/** Fields that the plain v2 interface does not have. */
const EXTENSIONS = {
  code: code.optional(),
  /** What an earlier call answered as `device`. */
  device: z.string().max(100).optional(),
  rememberDevice: z.boolean().optional(),
};

const WITH_SECOND_FACTOR =
  ". Without `scopes` it has at each moment what the user has. While the user's second factor is on, a password needs `code` or `device`: without, the answer is 403 with `challenge`, which replaces the password in this call for five minutes. `rememberDevice` beside a code answers a `device` that replaces it for 30 days";

const tokensOfUser = declareCall({
  method: "GET",
  path: "/user/{id}/tokens",
  isExtension: true,
  summary: "As `GET /user/tokens`; users with MANAGE read those of every user of the account",
  access: "ANY_USER",
  params: idParams,
  query: z.strictObject(paging),
  answer: tokens,
  handle: ({ runtime, caller, params, query }) => replyTokens(runtime, caller, params.id, query),
});

export const accessTokenCalls = ({ strictV2 }: { readonly strictV2: boolean }) => [
  declareCall({
    method: "POST",
    path: "/user/token",
    summary: `Create an access token for the signed-in user, to be used as their Basic password. The answer shows it once${strictV2 ? "" : WITH_SECOND_FACTOR}`,
    access: "ANY_USER",
    takesFirstFactor: true,
    body: z.strictObject({
      scopes: (strictV2 ? scopes : scopes.optional()) as z.ZodOptional<typeof scopes>,
      expiresAt: instant,
      name: line(100),
      ...((strictV2 ? {} : EXTENSIONS) as typeof EXTENSIONS),
    }),
    answer: z.object({ id, token: z.string(), device: z.string().optional() }),
    handle: async ({ runtime, caller, body, checkSecret }) => {
      const proved = await proveSecondFactor(runtime, caller, body, checkSecret);
      if (!proved.ok) return refuseProof(proved);
      const made = await createToken(runtime, caller, body);
      if (!made.ok) return refuse(400, [rowOf(made)]);
      const isRemembered = proved.isProvedByCode && body.rememberDevice;
      return answer({
        id: made.id,
        token: made.token,
        ...(isRemembered && { device: await rememberDevice(runtime, caller) }),
      });
    },
  }),
  declareCall({
    method: "GET",
    path: "/user/tokens",
    summary: "The signed-in user's access tokens that have not expired, the newest first",
    access: "ANY_USER",
    query: z.strictObject(paging),
    answer: strictV2 ? (z.object({ tokens: z.array(plainToken) }) as unknown as typeof tokens) : tokens,
    handle: ({ runtime, caller, query }) => replyTokens(runtime, caller, caller.id, query),
  }),
  tokensOfUser,
  declareCall({
    method: "DELETE",
    path: "/user/token/{id}",
    summary: "Revoke one of the signed-in user's access tokens, and those that were made with it",
    access: "ANY_USER",
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => {
      const isRevoked = await revokeToken(runtime, caller, params.id);
      return isRevoked ? answer({ successful: true as const, messages: [] }) : missing("id", "token");
    },
  }),
];

async function replyTokens(
  runtime: Runtime,
  caller: Caller,
  userId: number,
  query: Parameters<typeof pageOf>[0],
): Promise<Reply<z.input<typeof tokens>>> {
  const listed = await listTokens(runtime, caller, userId, pageOf(query));
  if (listed === undefined) return missing("id", "user");
  const shown = listed.things.map(({ createdAt, expiresAt, scopes, followsUser, ...rest }) => ({
    ...rest,
    scopes: [...scopes],
    created: formatInstant(createdAt, "UTC"),
    expiresAt: formatInstant(expiresAt, "UTC"),
    isSession: followsUser,
  }));
  return answer({ tokens: shown }, totalHeader(listed.total));
}

function rowOf(refused: TokenRefusal): ErrorRow {
  switch (refused.refusal) {
    case "scope_not_allowed":
      return row(`scopes[${refused.at}]`, refused.refusal, "Name only capabilities that this user has.");
    case "end_out_of_range":
      return row(
        "expiresAt",
        refused.refusal,
        "Give a time in the future, within 366 days and not after the expiry of the token that you use.",
      );
    case "too_many_tokens":
      return row("", refused.refusal, "You have 500 live tokens. Revoke one first.");
  }
}

function refuseProof(refused: ProofRefusal): Reply<never> {
  switch (refused.refusal) {
    case "second_factor": {
      const message = "This user's second factor is on. Send a code of the authenticator app, or a backup code.";
      const { challenge } = refused;
      return { ...refuse(403, [row("code", "second_factor", message)]), ...(challenge && { more: { challenge } }) };
    }
    case "challenge_ended":
      return refuse(401, [row("Authorization", "not_signed_in", "Sign in again: this challenge has ended.")], {
        "www-authenticate": BASIC_SCHEME,
      });
    case "too_many_failures":
      return refuseTooMany("code", refused);
    default:
      return refuse(403, [row("code", refused.refusal, CHANGE_REFUSALS[refused.refusal])]);
  }
}
