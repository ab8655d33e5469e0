import type { Mutant } from "./mutant.ts";

const ADDRESS = "service/src/platform/domain/email-address.ts";
const DELIVERY = "service/src/notifications/use-cases/deliver-message.ts";

/** Messages: one recipient, at least once, limits, and addresses that the service calls. */
export const MESSAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "messages: an address may have a quoted local part",
    breaks: "P27",
    file: ADDRESS,
    text: "if (at < 1 || localPart.length > LOCAL_PART_MAX || !LOCAL_PART.test(localPart)) return undefined;",
    becomes: "if (at < 1 || localPart.length > LOCAL_PART_MAX) return undefined;",
    red: { file: "service/src/platform/domain/email-address.test.ts", test: 'refuses "\\"a b\\"@c.example"' },
  },
  {
    name: "messages: an IP address is a domain",
    breaks: "P27",
    file: ADDRESS,
    text: "(?!\\\\d+$)",
    becomes: "",
    red: { file: "service/src/platform/domain/email-address.test.ts", test: 'refuses "ada@127.0.0.1"' },
  },
  {
    name: "messages: a recipient that the server refuses for good is tried for days",
    breaks: "P34",
    file: DELIVERY,
    text: 'if (sent.result === "refused") return',
    becomes: 'if (sent.result !== "refused") return',
    red: {
      file: "service/test/notifications/delivery.test.ts",
      test: "P34: a refusal for now is tried again, a refusal for good is given up at once",
    },
  },
  {
    name: "messages: a try that failed ends the message",
    breaks: "P33",
    file: DELIVERY,
    text: "  await noteFailure(db, id, reason);\n  throw new TryFailed(reason);",
    becomes: '  await settleMessage(db, id, "DEAD", reason);\n  throw new TryFailed(reason);',
    red: {
      file: "service/test/notifications/delivery.test.ts",
      test: "P33: a message whose acknowledgement is lost is sent again under the same Message-ID",
    },
  },
  {
    name: "messages: the service calls any address that a lock names",
    breaks: "the operator names the storefronts",
    file: "service/src/platform/use-cases/may-render.ts",
    text: "return mail.rendererOrigins.has(new URL(address).origin);",
    becomes: "return mail.rendererOrigins.size > 0 && URL.canParse(address);",
    red: {
      file: "service/test/reservations/renderer-at-lock.test.ts",
      test: "refuses to render at http://127.0.0.1/x, whose origin is not allowed, and locks nothing",
    },
  },
  {
    name: "messages: tickets are sent again without a limit",
    breaks: "five an hour",
    file: "service/src/notifications/use-cases/resend-tickets.ts",
    text: "if (secondsLeft !== undefined) return",
    becomes: "if (secondsLeft !== undefined && secondsLeft < 0) return",
    red: {
      file: "service/test/notifications/order-messages.test.ts",
      test: "sends the tickets again for all sales of the cart, at most five times an hour, and adds nothing while one waits",
    },
  },
];
