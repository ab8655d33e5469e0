import { answers, type ReceivedRequest, startFixtureService } from "./fixture-service.ts";
import { keepsRecords } from "./kept-records.ts";

const WRONG_CODES_MAX = 5;

type Person = {
  readonly password: string;
  /** The codes that are still good; without them the second factor is off. */
  codes?: string[];
  capabilities: string[];
};

/**
 * Starts a service that knows passwords, second factors, tokens and nothing else, as the interface describes them. It limits no tries, so
 * that a test sees what the storefront limits.
 */
export async function startTwoStepService() {
  const service = await startFixtureService();
  const people = new Map<string, Person>();
  /** Names by token, device and challenge. */
  const [tokens, devices] = [new Map<string, string>(), new Map<string, string>()];
  const challenges = new Map<string, { readonly name: string; wrong: number }>();
  const used = new Set<string>();
  let made = 0;
  let isDown = false;
  service.behaveForRecords(keepsRecords(new Map()));

  const loginOf = (name: string) => ({
    id: 1,
    name,
    email: "",
    account: { id: 1, name: "Shed 6" },
    capabilities: people.get(name)?.capabilities ?? [],
  });

  function asks(reason: string, name?: string) {
    const challenge = name === undefined ? undefined : `challenge ${++made}`;
    if (name !== undefined && challenge !== undefined) challenges.set(challenge, { name, wrong: 0 });
    return { successful: false, errors: [{ path: "code", code: "SECOND_FACTOR_REQUIRED", reason }], challenge };
  }

  function token(name: string, { body }: ReceivedRequest, owner: Person, challenge: string): readonly [number, object] {
    const { code, device, rememberDevice } = JSON.parse(body);
    const given = () => {
      const token = `token ${++made}`;
      tokens.set(token, name);
      if (rememberDevice) devices.set(`device ${made}`, name);
      return [200, { id: made, token, ...(rememberDevice && { device: `device ${made}` }) }] as const;
    };
    if (owner.codes === undefined || devices.get(device) === name) return given();
    if (code === undefined) return [403, asks("second_factor", name)];
    if (owner.codes.includes(code)) {
      owner.codes = owner.codes.filter((one) => one !== code);
      used.add(code);
      challenges.delete(challenge);
      return given();
    }
    const open = challenges.get(challenge);
    if (open !== undefined && ++open.wrong >= WRONG_CODES_MAX) challenges.delete(challenge);
    return [403, asks(used.has(code) ? "code_used" : "code_wrong")];
  }

  function answerTo(request: ReceivedRequest): readonly [number, object] {
    const { method, path, headers } = request;
    const sent = Buffer.from(headers.authorization?.slice(6) ?? "", "base64").toString("utf8");
    const [name = "", secret = ""] = sent.split(":");
    if (isDown) return [503, {}];
    const owner = people.get(name);
    const hasToken = tokens.get(secret) === name;
    if (path.startsWith("/v2/user/token/") && hasToken) tokens.delete(secret);
    if (path === "/v2/user/token") {
      const isKnown = owner?.password === secret || challenges.get(secret)?.name === name;
      return owner !== undefined && isKnown ? token(name, request, owner, secret) : [401, {}];
    }
    if (path === "/v2/user/login") {
      if (hasToken) return [200, loginOf(name)];
      if (owner?.password !== secret) return [401, {}];
      return owner.codes === undefined ? [200, loginOf(name)] : [401, asks("second_factor")];
    }
    if (name !== "shop" && !hasToken) return [401, {}];
    return path.includes("eventSummaries") && method === "GET" ? ([200, []] as const) : [404, {}];
  }

  service.behave((response, request) => {
    const [status, body] = answerTo(request);
    answers(body, status)(response, request);
  });

  return {
    ...service,
    people,
    /** How often a name's password, or a code, was checked. */
    checks: (name: string) =>
      service.received.filter(({ path, headers }) => {
        const [sent] = Buffer.from(headers.authorization?.slice(6) ?? "", "base64")
          .toString("utf8")
          .split(":");
        return sent === name && path.startsWith("/v2/user/");
      }).length,
    setDown(down: boolean): void {
      isDown = down;
    },
  };
}
