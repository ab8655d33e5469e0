import type { Mutant } from "./mutant.ts";

const SEAL = "lib/security/seal.ts";
const SEALS = "lib/session/sealed.test.ts";

/** The same-origin check, sealed texts, redirects, and the storefront's pay call. */
export const STOREFRONT_MUTANTS: readonly Mutant[] = [
  {
    name: "same-origin: a form of another site is accepted",
    breaks: "P15",
    file: "lib/security/same-origin-rule.ts",
    text: 'if (origin !== ourOrigin) return "foreign origin";',
    becomes: "",
    red: { file: "lib/security/same-origin-rule.test.ts", test: "P15: refuses the origin null: foreign origin" },
  },
  {
    name: "same-origin: an action does not check the origin",
    breaks: "P15",
    file: "app/[locale]/sales/[link]/guest/actions.ts",
    text: "  await assertSameOrigin(form);\n",
    becomes: "",
    red: { file: "test/architecture.test.ts", test: "every file follows the rules of test/architecture" },
  },
  {
    name: "forms: one that cannot be read counts as a failure of ours",
    breaks: "P16",
    file: "cache/form-answers.ts",
    text: 'return state === "unread" ? BAD_REQUEST : status;',
    becomes: "return status;",
    red: { file: "cache/form-answers.test.ts", test: "P16: a form that cannot be read is answered 400" },
  },
  {
    name: "forms: a failure of an action counts as a form that cannot be read",
    breaks: "a failure of ours is seen as one",
    file: "lib/security/refuse-foreign-origin.ts",
    text: '  if (call) call.state = refusal === undefined ? "begun" : "refused";\n',
    becomes: "",
    red: { file: "lib/security/refuse-foreign-origin.test.ts", test: "a form that is not refused has begun" },
  },
  {
    name: "seal: a cookie is written and read without a key",
    breaks: "a sealed text opens only with a key",
    file: SEAL,
    text: 'import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from "jose";',
    becomes: 'import { decodeProtectedHeader, UnsecuredJWT } from "jose";',
    also: [
      {
        file: SEAL,
        text: 'const token = new EncryptJWT({ ...content }).setProtectedHeader({ alg: "dir", enc: "A256GCM", ...kid });',
        becomes: "const token = new UnsecuredJWT({ ...content, ...kid });",
      },
      {
        file: SEAL,
        text: "return token.encrypt(derive(newest, purpose));",
        becomes: 'return derive(newest, purpose).length > 0 ? token.encode() : "";',
      },
      { file: SEAL, text: "return secrets.filter((secret) => idOf(secret) === named);", becomes: "return secrets;" },
      { file: SEAL, text: "const named = keyIdIn(text);", becomes: "keyIdIn(text);" },
      {
        file: SEAL,
        text: `await jwtDecrypt(text, derive(secret, purpose), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => undefined);`,
        becomes: `await Promise.resolve(secret)
      .then(() => UnsecuredJWT.decode(text))
      .catch(() => undefined);`,
      },
    ],
    red: { file: SEALS, test: "refuses a changed, cut, empty or foreign text" },
  },
  {
    name: "seal: an expired text opens",
    breaks: "P20",
    file: SEAL,
    text: "if (seconds !== undefined) token.setExpirationTime(`${seconds} seconds`);",
    becomes: "",
    red: { file: SEALS, test: "refuses an expired text, and a visit of an older shape" },
  },
  {
    name: "seal: every purpose has the same key",
    breaks: "P26",
    file: SEAL,
    text: '"", `foyer ${purpose}`, 32)',
    becomes: '"", `foyer ${purpose.slice(0, 0)}`, 32)',
    red: { file: SEALS, test: "P26: a text sealed for one purpose does not open for another" },
  },
  {
    name: "links: a link gives access to any ticket",
    breaks: "P19",
    file: "lib/orders/ticket-of-link.ts",
    text: " && one.admissionIds.includes(admissionId));",
    becomes: ");",
    red: {
      file: "lib/orders/ticket-of-link.test.ts",
      test: "P19: a link opens the tickets of its own sale only",
    },
  },
  {
    name: "links: a guest's link opens the whole sale",
    breaks: "P26",
    file: "lib/session/links/guest-link.ts",
    text: 'return seal("guest link", { saleKey, admissionId, madeAt: nowMs });',
    becomes: 'return seal("sale link", { saleKey, admissionId, madeAt: nowMs, keys: ["OURSALE001"] });',
    // The purpose and the contents each protect the link, so both are changed.
    also: [
      {
        file: "lib/session/links/guest-link.ts",
        text: 'await unseal("guest link", link)',
        becomes: 'await unseal("sale link", link)',
      },
    ],
    red: {
      file: "lib/orders/ticket-of-link.test.ts",
      test: "a guest's link opens no sale, and a sale's link opens no guest's ticket",
    },
  },
  {
    name: "hand-off: a token is accepted twice",
    breaks: "P21",
    file: "lib/session/hand-off/hand-off.ts",
    text: 'return (await withinLimit("handOffPerToken", data.id)) ? data.fields : undefined;',
    becomes: "return data.fields;",
    red: {
      file: "lib/session/hand-off/hand-off.test.ts",
      test: "P21: a hand-off opens once, in the visit that it was made for",
    },
  },
  {
    name: "form: a token is not bound to its visit",
    breaks: "P15",
    file: "lib/session/visit/form-token.ts",
    text: ".update(`${form} ${checkoutId}`)",
    becomes: ".update(`${form} ${checkoutId.slice(0, 0)}`)",
    red: { file: SEALS, test: "a form token is valid for its own visit and its own form only" },
  },
  {
    name: "redirect: a posted field chooses the target",
    breaks: "P23",
    file: "app/reserve/form.ts",
    text: 'const eventId = query.get("event") ?? "";',
    becomes: 'const eventId = query.get("event") ?? "";\n  if (query.has("ref")) return String(query.get("ref"));',
    red: {
      file: "app/reserve/form.test.ts",
      test: "P23: with any ref the URL back stays on our origin",
    },
  },
  {
    name: "payment: the storefront records its attempt after the pay call",
    breaks: "P05",
    file: "lib/purchase/pay/pay-once.ts",
    text: `  const { attempt, joined } = await openAttempt(cart.id, { amount: cart.total, keys, owner });
  if (joined) return "joined";

  const payment = await payCart(cart.id, cart.total, means, attempt.id)`,
    becomes: `  const sent = await payCart(cart.id, cart.total, means, crypto.randomUUID());
  const { attempt, joined } = await openAttempt(cart.id, { amount: cart.total, keys, owner });
  if (joined) return "joined";

  const payment = await Promise.resolve(sent)`,
    red: {
      file: "lib/purchase/pay/pay-asked.test.ts",
      test: "P05: the attempt is written down before the service hears of it",
    },
  },
  {
    name: "payment: a second click sends a second pay call",
    breaks: "P04",
    file: "lib/state/attempts.ts",
    text: 'if (last && (last.state === "open" || mustNotPayAgain(last, keys))) {',
    becomes: "if (last && mustNotPayAgain(last, keys)) {",
    red: {
      file: "lib/state/attempts.test.ts",
      test: "P04: of a hundred concurrent calls one opens an attempt, and the others join it",
    },
  },
  {
    name: "payment: two storefronts open an attempt each",
    breaks: "P04",
    file: "lib/state/attempts.ts",
    text: "if (!(await createAtomically(next, attempt.id))) {",
    becomes: "if ((await writeAtomically(next, attempt.id)) !== undefined) {",
    red: {
      file: "lib/state/attempts.test.ts",
      test: "P04: of several storefronts on one data folder one opens an attempt of a cart, and the others join it",
    },
  },
  {
    name: "payment: the pay call is retried like a read",
    breaks: "P05: a write is sent once",
    file: "lib/ticketing/client/request.ts",
    text: 'method === "GET" ? await sendWithRetry(message) : await exchange(message)',
    becomes: "await sendWithRetry(message)",
    red: {
      file: "lib/purchase/pay/pay-asked.test.ts",
      test: "P05: a pay call without an answer is sent once and reported as not known",
    },
  },
  {
    name: "payment: card and credential follow a redirect",
    breaks: "P13",
    file: "lib/ticketing/client/exchange.ts",
    text: 'redirect: "manual"',
    becomes: 'redirect: "follow"',
    red: {
      file: "lib/purchase/pay/pay-asked.test.ts",
      test: "P05: a pay call that is sent elsewhere is sent once and reported as not known",
    },
  },
  {
    name: "payment: an unreadable answer is reported as declined",
    breaks: "P05",
    file: "lib/ticketing/wire/purchase/payment.ts",
    text: '|| (status >= 300 && status < 400)) {\n    return "not_known";',
    becomes: "|| (status >= 300 && status < 400)) {\n    return PAYMENT.REFUSED;",
    red: { file: "lib/ticketing/wire/purchase/payment.test.ts", test: 'outcome not known: "not_known"' },
  },
  {
    name: "payment: one read of an unpaid state is final",
    breaks: "P05",
    file: "lib/domain/payment/payment-status.ts",
    text: 'if (second === undefined) return "waiting";',
    becomes: "if (second === undefined) return first;",
    red: {
      file: "lib/domain/payment/payment-status.test.ts",
      test: "P05: accepts a payment when seen once, and an absence when seen twice after the timeout",
    },
  },
];
