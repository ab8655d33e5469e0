import { z } from "zod";
import { listScanRights } from "#src/accounts/use-cases/scan-dates.ts";
import { addUser, changeUser, findUsers, getUser, listUsers } from "#src/accounts/use-cases/users.ts";
import { CAPABILITIES, type Caller } from "#src/platform/domain/caller.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { replyCreated } from "#src/platform/http/change-refusals.ts";
import { emailText, prose, version } from "#src/platform/http/fields.ts";
import { listQuery, truncated, truncatedAt, wordsOf } from "#src/platform/http/list-query.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareRefs } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, pageOf, ref, toRef, totalHeader } from "#src/platform/http/shapes.ts";
import { replyDone } from "./sign-in.ts";
import { password, personName, username } from "./user-fields.ts";
import {
  capability,
  plainUser,
  scanDatesBody,
  sellType,
  toScanCapability,
  toUser,
  toUserSummary,
  user,
  userSummary,
} from "./user-shapes.ts";

const login = named(
  "Login",
  z.object({
    id,
    name: z.string(),
    email: z.string(),
    account: ref,
    /** All that the user may do with this credential, with what is included in others. */
    capabilities: z.array(capability),
    /** Absent from the plain v2 interface. */
    secondFactor: z.enum(["ON", "OFF"]).optional(),
    sellCapabilities: z.array(z.object({ type: sellType, offeringUrl: z.string() })),
    /** Null for `eventDate`: all dates, of the event or of the account. Rights that have ended are left out. */
    scanCapabilities: z.array(
      z.object({ eventDate: ref.nullable(), event: ref.optional(), until: z.string().optional() }),
    ),
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

/** Fields that the plain v2 interface does not have. */
const EXTENSIONS = { scanDates: scanDatesBody.optional() };

/** Returns the calls of users. A strict service has only the fields of the plain v2 interface. */
export const userCalls = ({ strictV2 }: { readonly strictV2: boolean }) => {
  const extensions = (strictV2 ? {} : EXTENSIONS) as typeof EXTENSIONS;
  return [
    declareCall({
      method: "GET",
      path: "/user/login",
      summary: "The user of the credential, and their capabilities",
      access: "ANY_USER",
      answer: login,
      handle: async ({ runtime, caller }) =>
        answer({
          ...toLogin(caller, await listScanRights(runtime, caller)),
          ...(!strictV2 && { secondFactor: caller.hasSecondFactor ? "ON" : "OFF" }),
        }),
    }),
    declareRead({
      path: "/user/{id}",
      summary: "The signed-in user; users with MANAGE read every user of the account",
      access: "ANY_USER",
      answer: strictV2 ? (plainUser as unknown as typeof user) : user,
      thing: "user",
      find: getUser,
      show: toUser,
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
      body: z.strictObject({ username, password, ...person, ...extensions }),
      answer: created,
      handle: async ({ runtime, caller, body }) => {
        return replyCreated(await addUser(runtime, caller, body));
      },
    }),
    declareCall({
      method: "PUT",
      path: "/user/{id}",
      summary:
        "Change or disable a user, from their next call on. A disabled user's tokens and remembered devices end. To change your own password or email send the current password too, with no token that has less than you",
      access: ["MANAGE"],
      params: idParams,
      body: z.strictObject({
        ...person,
        ...extensions,
        password: password.optional(),
        currentPassword: password.optional(),
        disabled: z.boolean().optional(),
        version,
      }),
      answer: done,
      handle: async ({ runtime, caller, params, body, checkSecret }) =>
        replyDone(await changeUser(runtime, caller, params.id, body, checkSecret), "currentPassword"),
    }),
  ];
};

export const USER_SUMMARY_CALLS = [
  declareCall({
    method: "GET",
    path: "/account/{id}/userSummaries",
    isExtension: true,
    summary:
      "The account's users with what they may do and when they last made a call, by name. `q` is looked for in name, user name and email. X-Total-Count is the number on all pages",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(listQuery(["name", "lastActive"])),
    answer: z.object({ users: z.array(userSummary), ...truncated }),
    handle: async ({ runtime, caller, query: { q = "", sort, ...query } }) => {
      const page = pageOf(query);
      const { things, total } = await findUsers(runtime, caller, { words: wordsOf(q), sort, ...page });
      return answer({ users: things.map(toUserSummary), ...truncatedAt(page, total) }, totalHeader(total));
    },
  }),
];

function toLogin(caller: Caller, scanRights: Awaited<ReturnType<typeof listScanRights>>): z.input<typeof login> {
  const types = sellType.options.filter((type) => caller.capabilities.has(type));
  return {
    id: caller.id,
    name: caller.name,
    email: caller.email,
    account: toRef("account", caller.account),
    capabilities: CAPABILITIES.filter((one) => caller.capabilities.has(one)),
    sellCapabilities: types.map((type) => ({ type, offeringUrl: `/v2/offering/{eventId}/${type}` })),
    scanCapabilities: scanRights === null ? [{ eventDate: null }] : scanRights.map(toScanCapability),
  };
}
