const EVIL = "https://evil.example";

/**
 * The headers of forged requests. Each keeps the cookies and the body of the real request. `lib/security/same-origin-rule.test.ts`
 * covers every header value; this list shows that each action makes the check.
 */
export const FORGERIES: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "no Origin": { origin: undefined },
  "Origin: null": { origin: "null" },
  "a foreign Origin": { origin: EVIL },
  "a foreign Origin and Host": { origin: EVIL, host: "evil.example" },
  "a foreign Origin and X-Forwarded-Host": { origin: EVIL, "x-forwarded-host": "evil.example" },
  "sent across sites": { "sec-fetch-site": "cross-site" },
  "a content type that no form has": { "content-type": "application/json" },
};
