const EVIL = "https://evil.example";

/**
 * What a forged request may look like. Each keeps the cookies and the body of the real one. `lib/security/same-origin-rule.test.ts`
 * has every shade of a header; here it counts that each action asks at all.
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
