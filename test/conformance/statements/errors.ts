import { z } from "zod";
import { expect, expectShape, expectStatus, requireExtensionStatus } from "#test/conformance/expect.ts";
import { fieldOf, text } from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const SHAPE_CODES = ["REQUIRED", "TYPE", "RANGE", "UNKNOWN_FIELD", "NOT_FOUND"];
const MISSING = 999_999_999;
const _HEADER_BYTES = 100_000;

const row = z.looseObject({ path: text, code: text, message: text });
const errorBody = z.looseObject({ successful: z.literal(false), messages: z.array(text), errors: z.array(row).min(1) });

export const ERROR_STATEMENTS: readonly Statement[] = [
  extension(
    "ERR-01",
    "Every error has the body `{ successful: false, messages: [text], errors: [{ path, code, message, ticketType?, left? }] }`.",
    async ({ get }) => {
      const answers = [
        await get("/no-such-call"),
        await get(`/event/${MISSING}`),
        await get("/user/login", { as: "no user" }),
      ];
      if (answers.every(({ body }) => fieldOf(body, "errors") === undefined))
        throw new NotApplicable("extension not offered: errors have another body");
      for (const answer of answers) {
        const { messages, errors } = expectShape(answer, errorBody);
        const words = errors.map(({ message }) => message);
        expect(
          words.every((one, at) => one === messages[at]),
          answer,
          "the rows' messages in `messages`",
          messages,
        );
      }
      return undefined;
    },
  ),
  extension("ERR-02", "400: the body, query or path has the wrong shape; one row for each field.", async ({ get }) => {
    requireExtensionStatus(await get("/event/abc"), 400);
    return undefined;
  }),
  extension("ERR-03", "Codes of shape: `REQUIRED` `TYPE` `RANGE` `UNKNOWN_FIELD` `NOT_FOUND`.", async ({ get }) => {
    for (const path of ["/event/abc", `/event/${MISSING}`, "/user/login?conformance=1"]) {
      const answer = await get(path);
      const code = fieldOf(answer.body, "errors", 0, "code");
      if (code === undefined) throw new NotApplicable("extension not offered: errors have no codes");
      expect(SHAPE_CODES.includes(String(code)), answer, `a code of ${SHAPE_CODES.join(", ")}`, code);
    }
    return undefined;
  }),
  reference("ERR-04", "A resource that does not exist is not answered with success.", async ({ get }) => {
    for (const path of [`/event/${MISSING}`, `/ticketType/${MISSING}`, `/payment/NOSUCHSALE`]) {
      const answer = await get(path);
      const isSuccess = answer.status < 300 && fieldOf(answer.body, "successful") !== false;
      expect(!isSuccess && answer.status < 500, answer, "a refusal", `status ${answer.status}`);
    }
    return undefined;
  }),
  extension("ERR-05", "404: missing, expired, or of another account.", async ({ get }) => {
    for (const path of [`/event/${MISSING}`, "/no-such-call"]) requireExtensionStatus(await get(path), 404);
    return undefined;
  }),
  extension(
    "ERR-06",
    "The answers to a missing resource and to one of another account do not differ.",
    async ({ get, catalogue }) => {
      const [neighbour, missing] = [
        await get(`/account/${(await catalogue.accountId()) + 1}`),
        await get(`/account/${MISSING}`),
      ];
      requireExtensionStatus(missing, 404);
      expectStatus(neighbour, 404);
      expect(neighbour.text === missing.text, neighbour, `the answer to a missing account`, neighbour.body);
      return undefined;
    },
  ),
  extension("ERR-07", "403: the user lacks the capability.", async ({ get, catalogue }) => {
    const answer = await get(`/account/${await catalogue.accountId()}/users`);
    if (answer.status === 200) throw new NotApplicable("this user may manage; run as one who only sells to check it");
    requireExtensionStatus(answer, 403);
    return undefined;
  }),
  extension(
    "ERR-10",
    "429: too many failures for a user name, a cart or a card, or `BUSY`: too many payments of all buyers under way. With `Retry-After`; nothing was charged by this call.",
    notCheckable("it would lock the user of the run, or a card"),
  ),
  extension(
    "ERR-11",
    "503: busy, with `Retry-After`. 504: the result of a charge is not known yet.",
    notCheckable("a client cannot make a service busy, or its processor silent, on purpose"),
  ),
];
