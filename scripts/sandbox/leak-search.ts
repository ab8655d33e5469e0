import { join } from "node:path";
import type { StoredSecrets } from "#scripts/launcher/data-folder.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import type { Program } from "#scripts/lib/processes.ts";
import { childEnvironment } from "#scripts/lib/run.ts";
import type { SandboxPorts } from "./addresses.ts";

type Searched = {
  readonly data: string;
  readonly shopUser: string;
  readonly settings: StoredSecrets;
  readonly shownCards: readonly string[];
};

/** Returns the programs that record what a sandbox for tests serves and reports, and the settings of the tests that search it. */
export function leakSearch({ data, shopUser, settings, shownCards }: Searched) {
  const { shopPassword, nextAuthSecret, processorSecret, cardKey, cookieKeys, linkKeys } = settings;
  const keys = [nextAuthSecret, processorSecret, cardKey, ...cookieKeys.split(","), ...linkKeys.split(",")];
  const leakSettings = {
    LEAK_FOUND: join(data, "leaks.jsonl"),
    LEAK_LOGS: join(data, "logs"),
    LEAK_SECRETS: JSON.stringify([
      { user: shopUser, password: shopPassword },
      ...keys.map((password) => ({ user: "key", password })),
    ]),
  };

  /** A proxy at the public address that searches every byte that the storefront serves for secrets. */
  const recorder = (free: SandboxPorts): Program => ({
    name: "recorder",
    parameters: ["--dns-result-order=ipv4first", fromRoot("e2e", "system", "leak", "recorder.ts")],
    env: childEnvironment([], {
      PORT: String(free.storefront),
      TARGET: `http://localhost:${free.behind}`,
      FOUND: leakSettings.LEAK_FOUND,
      SECRETS: leakSettings.LEAK_SECRETS,
      SHOWN_CARDS: shownCards.join(),
    }),
    ready: { url: `http://localhost:${free.storefront}/api/health` },
  });

  /** A collector of traces that writes every span beside the logs. */
  const collector = (free: SandboxPorts): Program => ({
    name: "collector",
    parameters: [fromRoot("e2e", "system", "leak", "collector.ts")],
    env: childEnvironment([], { PORT: String(free.collector), SPANS: join(leakSettings.LEAK_LOGS, "spans.jsonl") }),
    ready: { url: `http://127.0.0.1:${free.collector}/` },
  });

  return { settings: leakSettings, programs: (free: SandboxPorts) => [recorder(free), collector(free)] };
}
