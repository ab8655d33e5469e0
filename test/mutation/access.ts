import type { Mutant } from "./mutant.ts";

/** Capabilities, guessing of passwords, and access tokens. */
export const ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: "access: a door scanner reads buyers' data",
    breaks: "a call is made only by users with a capability that it lists",
    file: "service/src/payments/http/receipts.ts",
    text: 'access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],',
    becomes: 'access: "ANY_USER",',
    red: {
      file: "service/test/platform/access.test.ts",
      test: "GET /payment/{keyOrId} is for PUBLIC, BOX_OFFICE, MANAGE and refused to other users",
    },
  },
  {
    name: "access: one missing capability of a list refuses the call",
    breaks: "one capability of the list is enough",
    file: "service/src/platform/http/access.ts",
    text: "access.some((capability) => capabilities.has(capability))",
    becomes: "access.every((capability) => capabilities.has(capability))",
    red: {
      file: "service/test/platform/access.test.ts",
      test: "GET /cart/{key} is for PUBLIC, BOX_OFFICE, MANAGE and refused to other users",
    },
  },
  {
    name: "access: the shop reads a ticket without its sale's key",
    breaks: "the shop proves that it knows the sale of each ticket it shows",
    file: "lib/ticketing/admissions.ts",
    text: 'return { "Sale-Key": saleKey };',
    becomes: 'return saleKey === "" ? { "Sale-Key": saleKey } : {};',
    red: {
      file: "lib/orders/ticket-of-link.test.ts",
      test: "P19: requests a ticket with the key of its own sale",
    },
  },
  {
    name: "access: a PUBLIC user reads any ticket by its number",
    breaks: "a PUBLIC user reads a ticket and its code only with the key of its sale",
    file: "service/src/admissions/domain/admission-view.ts",
    text: "if (sells && givenSaleKey === saleKey)",
    becomes: "if (sells || givenSaleKey === saleKey)",
    red: {
      file: "service/test/admissions/sale-key.test.ts",
      test: "P19: lets a user with PUBLIC only read an admission, by id or UUID, with the key of its sale",
    },
  },
  {
    name: "access: a PUBLIC user renames any guest",
    breaks: "a guest is changed only with the key of the sale",
    file: "service/src/admissions/use-cases/admissions.ts",
    text: ' || admissionViewOf(caller, admission, saleKey) !== "full"',
    becomes: "",
    red: {
      file: "service/test/admissions/sale-key.test.ts",
      test: "lets a user with PUBLIC only change an admission's guest with the key of its sale",
    },
  },
  {
    name: "access: a PUBLIC user enumerates sales by their numbers",
    breaks: "a sale is read by its key",
    file: "service/src/payments/http/receipts.ts",
    text: 'caller.capabilities.has("MANAGE") && ',
    becomes: "",
    red: {
      file: "service/test/admissions/sale-key.test.ts",
      test: "lets a user with PUBLIC only find a sale by its key and not by its id",
    },
  },
  {
    name: "access: a scanning user reads the revenue",
    breaks: "sales figures need MANAGE",
    file: "service/src/admissions/use-cases/get-figures.ts",
    text: 'return capabilities.has("MANAGE") ? { sold, admitted, refunded, revenueMinor } : { admitted };',
    becomes: "return { sold, admitted, refunded, revenueMinor };",
    red: {
      file: "service/test/admissions/figures.test.ts",
      test: 'shows a user with {"mayScan":true} ticketsAdmitted figures',
    },
  },
  {
    name: "busy: a 429 to a payment counts as not known",
    breaks: "429 on a pay call means that nothing was charged",
    file: "lib/ticketing/carts.ts",
    text: 'if (fault instanceof ServiceBusy) return { ok: false, refusal: fault.isServiceAtLimit ? "busy" : "too_many_tries" };',
    becomes: "",
    red: {
      file: "lib/ticketing/client/service-busy.test.ts",
      test: "payCart reads 429 as too many tries: nothing was charged, and the payment is sent once",
    },
  },
  {
    name: "guessing: known credentials wait behind guesses",
    breaks: "a known credential never waits",
    file: "service/src/accounts/use-cases/authenticate.ts",
    text: "if (caller) return { ok: true, caller };",
    becomes: "if (caller && checks.size === 0) return { ok: true, caller };",
    red: {
      file: "service/src/accounts/use-cases/authenticate.test.ts",
      test: "answers known credentials while 16 guesses are queued, also after a minute and after a change of users",
    },
  },
  {
    name: "guessing: hashes are not limited",
    breaks: "at most two password hashes run at once in a process",
    file: "service/src/accounts/use-cases/password.ts",
    text: "const HASHES_AT_ONCE = 2;",
    becomes: "const HASHES_AT_ONCE = 16;",
    red: {
      file: "service/src/accounts/use-cases/password.test.ts",
      test: "derives at most two password hashes at once, and starts the next when one ends",
    },
  },
  {
    name: "guessing: failures cause no delay",
    breaks: "the delay after failures grows per user name",
    file: "service/src/accounts/use-cases/authenticate.ts",
    text: "delays.noteFailure(name, nowMs());",
    becomes: "",
    red: {
      file: "service/src/accounts/use-cases/authenticate.test.ts",
      test: "delays the next try of a name longer after each failure, and never that of another name",
    },
  },
  {
    name: "guessing: the number of remembered names is not bounded",
    breaks: "memory is bounded",
    file: "service/src/accounts/use-cases/failure-delays.ts",
    text: "if (names.size > NAMES_MAX && oldest !== undefined)",
    becomes: "if (names.size > NAMES_MAX * 10 && oldest !== undefined)",
    red: {
      file: "service/src/accounts/use-cases/failure-delays.test.ts",
      test: "remembers at most ten thousand names",
    },
  },
  {
    name: "tokens: a token has all capabilities of its user",
    breaks: "a token has no more than its scopes",
    file: "service/src/accounts/store/tokens.ts",
    text: "const capabilities = new Set(row.scopes.filter((scope) => caller.capabilities.has(scope)));",
    becomes: "const { capabilities } = caller;",
    red: {
      file: "service/test/accounts/user-tokens.test.ts",
      test: "accepts a token as its user's password, limited to its scopes, and stores only its hash",
    },
  },
  {
    name: "tokens: a token creates one with more scopes",
    breaks: "a token may not create a token with more than its own scopes",
    file: "service/src/accounts/use-cases/access-tokens.ts",
    text: "if (at >= 0) return",
    becomes: "if (at > 3) return",
    red: {
      file: "service/test/accounts/user-tokens.test.ts",
      test: "limits a new token to the capabilities of its user, and of the token it was made with",
    },
  },
  {
    name: "tokens: a token outlives the password",
    breaks: "a change of password revokes tokens",
    file: "service/src/accounts/store/tokens.ts",
    text: "JOIN account_user ON account_user.id = token.user_id AND account_user.password_version = token.password_version",
    becomes: "JOIN account_user ON account_user.id = token.user_id",
    red: {
      file: "service/test/accounts/user-tokens.test.ts",
      test: "revokes every token when the password changes, and refuses the tokens of a disabled user",
    },
  },
  {
    name: "tokens: a user revokes another's token by its number",
    breaks: "only its user revokes a token",
    file: "service/src/accounts/store/tokens.ts",
    text: "DELETE FROM user_token WHERE user_id = $1 AND id = $2",
    becomes: "DELETE FROM user_token WHERE $1 > 0 AND id = $2",
    red: {
      file: "service/test/accounts/user-tokens.test.ts",
      test: "lists and revokes only the caller's own tokens",
    },
  },
  {
    name: "tokens: a token never expires",
    breaks: "a token expires",
    file: "service/src/accounts/store/tokens.ts",
    text: " AND NOT disabled AND expires_at > now()",
    becomes: " AND NOT disabled",
    red: {
      file: "service/test/accounts/user-tokens.test.ts",
      test: "refuses a token after its expiry, and an expiry in the past or beyond a year",
    },
  },
  {
    name: "access: the key of another sale renames a ticket",
    breaks: "P19: a buyer changes only tickets of the own sale",
    file: "service/src/admissions/use-cases/rename-holder.ts",
    text: 'admissionViewOf(caller, admission, saleKey) !== "full"',
    becomes: 'admissionViewOf(caller, admission, admission.saleKey) !== "full"',
    red: {
      file: "service/test/admissions/rename.test.ts",
      test: "refuses a used ticket, an empty name, and another sale's key",
    },
  },
  {
    name: "admissions: another answer of the guest takes a changed name back",
    breaks: "a buyer's change of a name stays",
    file: "service/src/admissions/use-cases/admissions.ts",
    text: 'nameIn(admission.data) === "" ? admission.holder : buyerName(buyer)',
    becomes: 'nameIn(admission.data) === "" ? buyerName(buyer) : admission.holder',
    red: {
      file: "service/test/admissions/rename.test.ts",
      test: "a name that is an answer of the guest follows the answers, and another answer keeps a new name",
    },
  },
];
