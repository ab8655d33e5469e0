import { z } from "zod";
import { createToken, listTokens, revokeToken, type TokenRefusal } from "#src/accounts/use-cases/access-tokens.ts";
import { CAPABILITIES } from "#src/platform/domain/caller.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { instant, line } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { done, id, idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";

const scope = z.enum(CAPABILITIES);

const token = named(
  "AccessToken",
  z.object({
    id,
    name: z.string(),
    scopes: z.array(scope),
    created: z.string(),
    expiresAt: z.string(),
  }),
);

export const ACCESS_TOKEN_CALLS = [
  declareCall({
    method: "POST",
    path: "/user/token",
    summary:
      "Create an access token for the signed-in user, to be used as their Basic password. The answer shows it once",
    access: "ANY_USER",
    body: z.strictObject({ scopes: z.array(scope).max(4), expiresAt: instant, name: line(100) }),
    answer: z.object({ id, token: z.string() }),
    handle: async ({ runtime, caller, body }) => {
      const made = await createToken(runtime, caller, body);
      return made.ok ? answer({ id: made.id, token: made.token }) : refuse(400, [rowOf(made)]);
    },
  }),
  declareCall({
    method: "GET",
    path: "/user/tokens",
    summary: "The signed-in user's access tokens that have not expired, the newest first",
    access: "ANY_USER",
    query: z.strictObject(paging),
    answer: z.object({ tokens: z.array(token) }),
    handle: async ({ runtime, caller, query }) => {
      const { things, total } = await listTokens(runtime, caller, pageOf(query));
      const shown = things.map(({ createdAt, expiresAt, scopes, ...rest }) => ({
        ...rest,
        scopes: [...scopes],
        created: formatInstant(createdAt, "UTC"),
        expiresAt: formatInstant(expiresAt, "UTC"),
      }));
      return answer({ tokens: shown }, totalHeader(total));
    },
  }),
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
