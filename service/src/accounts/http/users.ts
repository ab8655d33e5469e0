import { z } from "zod";
import { capabilitiesOf, SELL_CAPABILITIES } from "#src/accounts/domain/rights.ts";
import { addUser, changeUser, getUser, listUsers } from "#src/accounts/use-cases/users.ts";
import { CAPABILITIES, type Caller } from "#src/platform/domain/caller.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { emailText, prose, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareRefs } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import { password, personName, username } from "./user-fields.ts";

const sellType = z.enum(SELL_CAPABILITIES);
const capability = z.enum(CAPABILITIES);

const login = named(
  "Login",
  z.object({
    id,
    name: z.string(),
    email: z.string(),
    account: ref,
    /** All that the user may do with this credential, with what is included in others. */
    capabilities: z.array(capability),
    sellCapabilities: z.array(z.object({ type: sellType, offeringUrl: z.string() })),
    scanCapabilities: z.array(z.object({ eventDate: ref.nullable() })),
  }),
);

const user = named(
  "User",
  z.object({
    id,
    version: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobilePhone: z.string(),
    username: z.string(),
    /** As they were given: `MANAGE` includes `ORDERS` and `REPORTS`, which need not be named. */
    capabilities: z.array(capability),
    sellCapabilities: z.array(sellType),
    mayScan: z.boolean(),
    mayManage: z.boolean(),
    disabled: z.boolean(),
  }),
);

const person = {
  firstName: personName.optional(),
  lastName: personName.optional(),
  email: emailText.optional(),
  mobilePhone: prose(40).trim().optional(),
  /** All that the user may do from then on, in place of `sellCapabilities`, `mayScan` and `mayManage`. */
  capabilities: z.array(capability).max(CAPABILITIES.length).optional(),
  sellCapabilities: z.array(sellType).max(2).optional(),
  mayScan: z.boolean().optional(),
  mayManage: z.boolean().optional(),
};

export const USER_CALLS = [
  declareCall({
    method: "GET",
    path: "/user/login",
    summary: "The user of the credential, and their capabilities",
    access: "ANY_USER",
    answer: login,
    handle: async ({ caller }) => answer(toLogin(caller)),
  }),
  declareRead({
    path: "/user/{id}",
    summary: "The signed-in user; users with MANAGE read every user of the account",
    access: "ANY_USER",
    answer: user,
    thing: "user",
    find: getUser,
    show: ({ officeCapabilities, ...rest }) => {
      const sellCapabilities = sellType.options.filter((type) => rest.sellCapabilities.includes(type));
      return { ...rest, sellCapabilities, capabilities: capabilitiesOf({ ...rest, officeCapabilities }) };
    },
  }),
  declareRefs({
    path: "/account/{id}/users",
    summary: "The account's users, by name",
    access: ["MANAGE"],
    kind: "user",
    list: listUsers,
  }),
  declareCall({
    method: "POST",
    path: "/user",
    summary: "Add a user to the account",
    access: ["MANAGE"],
    body: z.strictObject({ username, password, ...person }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      return replyCreated(await addUser(runtime, caller, body));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/user/{id}",
    summary: "Change or disable a user, from their next call on. To change your own password send the current one too",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      ...person,
      password: password.optional(),
      currentPassword: password.optional(),
      disabled: z.boolean().optional(),
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      return replyChanged(await changeUser(runtime, caller, params.id, body));
    },
  }),
];

function toLogin(caller: Caller): z.input<typeof login> {
  const types = sellType.options.filter((type) => caller.capabilities.has(type));
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    account: toRef("account", caller.account),
    capabilities: CAPABILITIES.filter((one) => caller.capabilities.has(one)),
    sellCapabilities: types.map((type) => ({ type, offeringUrl: `/v2/offering/{eventId}/${type}` })),
    // Null means every date: this service has no rights for single dates.
    scanCapabilities: caller.capabilities.has("SCAN") ? [{ eventDate: null }] : [],
  };
}
