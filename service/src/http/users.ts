import { z } from "zod";
import type { Caller } from "#src/domain/caller.ts";
import { getUser } from "#src/use-cases/get-user.ts";
import { answer, declareCall, missing } from "./call.ts";
import { id, idParams, ref, toRef } from "./shapes.ts";

const login = z.object({
  id,
  name: z.string(),
  email: z.string(),
  account: ref,
  sellCapabilities: z.array(z.object({ type: z.enum(["PUBLIC", "BOX_OFFICE"]), offeringUrl: z.string() })),
  scanCapabilities: z.array(z.object({ eventDate: ref.nullable() })),
});

const user = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobilePhone: z.string(),
});

export const USER_CALLS = [
  declareCall({
    method: "GET",
    path: "/user/login",
    summary: "Who the credential belongs to, and what it may do",
    answer: login,
    handle: async ({ caller }) => answer(toLogin(caller)),
  }),
  declareCall({
    method: "GET",
    path: "/user/{id}",
    summary: "Oneself, or a colleague for users who may manage the account",
    params: idParams,
    answer: user,
    handle: async ({ world, caller, params }) => {
      const found = await getUser(world, caller, params.id);
      return found ? answer(found) : missing("id", "user");
    },
  }),
];

function toLogin(caller: Caller): z.input<typeof login> {
  const types = (["PUBLIC", "BOX_OFFICE"] as const).filter((type) => caller.capabilities.has(type));
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    account: toRef("account", caller.account),
    sellCapabilities: types.map((type) => ({ type, offeringUrl: `/v2/offering/{eventId}/${type}` })),
    // Null stands for every date: rights for single dates are not given out here.
    scanCapabilities: caller.capabilities.has("SCAN") ? [{ eventDate: null }] : [],
  };
}
