import { commandStage, type Stage } from "./stage.ts";

const FULL = "tools/testing/full";

/** The titles of the two tests that are repeated, one for each card. */
const CARDS = "P56: the good card leads to a ticket |P56: the bad card leads back ";
const TESTS_OF_CARDS = 2;
const UAT_RUNS = 3;

/** The stages of `npm run test:full`, the ones that fail soonest first. */
export const STAGES: readonly Stage[] = [
  commandStage({ name: "targets", proves: "P55: a false target is refused before the first write" }, () => ({
    parameters: [`${FULL}/node-tests.ts`, "tools/testing/false-targets.test.ts"],
    settings: { E2E_SIZE: "full" },
  })),
  commandStage(
    { name: "edges", proves: "Debian's nginx, Caddy and Prometheus with the shipped files, and the units of systemd" },
    // One after another: each edge chooses free ports, which the other must not take before it listens.
    () => ({
      parameters: [
        `${FULL}/with-programs.ts`,
        "nginx,caddy,systemd-analyze,promtool",
        "--test-concurrency=1",
        "test/edge/*.test.ts",
      ],
    }),
  ),
  commandStage(
    { name: "restore", proves: "P35: backups taken during sales restore with Debian's PostgreSQL, as the page says" },
    () => ({
      parameters: [`${FULL}/with-programs.ts`, "initdb,pg_basebackup", "service/test/restore/restore.rehearsal.ts"],
    }),
  ),
  commandStage({ name: "production", proves: "the production programs alone and together, and their stop" }, () => ({
    parameters: [`${FULL}/production.ts`],
  })),
  commandStage(
    { name: "gate", proves: "every check, each browser test on both screens, races ten times as large" },
    () => ({
      parameters: ["tools/test.ts", "--full"],
    }),
  ),
  commandStage(
    { name: "kills", proves: "P06, P32: programs and the database killed under load lose no sale, money or place" },
    ({ kills }) => ({ parameters: [`${FULL}/kills.ts`, "--kills", `${kills}`] }),
    { expectedPassed: ({ kills }) => kills, needs: ["service/test/kills/full.ts"] },
  ),
  commandStage({ name: "cuts", proves: "P05, P32: connections cut at any byte lose no sale, money or place" }, () => ({
    parameters: ["service/test/kills/cuts/main.ts"],
  })),
  commandStage({ name: "clock", proves: "P32, P42: a clock that is set loses no sale, money or place" }, () => ({
    parameters: ["service/test/kills/clock/main.ts"],
  })),
  commandStage({ name: "disk", proves: "P32: a full disk refuses sales, and loses none" }, () => ({
    parameters: ["service/test/kills/full-disk.ts"],
  })),
  commandStage(
    { name: "soak", proves: "memory, open files, tables and logs are level under load; a leak is found" },
    ({ hours }) => ({ parameters: ["service/test/soak/main.ts", "--hours", `${hours}`] }),
  ),
  commandStage(
    { name: "nginx", proves: "the browser tests of the desktop behind Debian's nginx with the shipped file" },
    () => ({ parameters: [`${FULL}/behind-nginx.ts`, "--project=desktop"] }),
  ),
  commandStage(
    { name: "container", proves: "the steps of the Containerfile in a Debian chroot, and the programs of its image" },
    () => ({ parameters: [`${FULL}/container.ts`] }),
  ),
  commandStage(
    { name: "guide", proves: "the commands of docs/deploy.md in a new Debian: installation, upgrade, the way back" },
    () => ({ parameters: [`${FULL}/guide.ts`] }),
  ),
  commandStage(
    {
      name: "rolling",
      proves: "P38: builds and the service's certificate replaced during a sale, behind Debian's nginx",
    },
    () => ({ parameters: [`${FULL}/production.ts`, "test/production/rolling/*.test.ts", "nginx"] }),
  ),
  commandStage(
    { name: "no-network", proves: "P46, P54: a second start and the smoke tests without a network" },
    () => ({
      parameters: [`${FULL}/without-network.ts`],
    }),
  ),
  commandStage(
    { name: "cards", proves: "P56: the good and the bad card, again and again, without a flaky test" },
    ({ repeats }) => ({
      parameters: [
        "tools/e2e.ts",
        "--project=desktop",
        `--repeat-each=${repeats}`,
        "--retries=0",
        "--reporter=dot",
        "-g",
        CARDS,
      ],
    }),
    { expectedPassed: ({ repeats }) => TESTS_OF_CARDS * repeats },
  ),
  commandStage(
    {
      name: "orders",
      proves: "P57: the same outcomes with 1, 2, 4 workers, in shards, and each file alone in any order",
    },
    ({ seed, specs }) => ({ parameters: [`${FULL}/same-outcomes.ts`, `${seed}`, ...specs] }),
  ),
  commandStage(
    { name: "other-service", proves: "P11: the tests of a test system whose ticketing service is the other one" },
    () => ({ parameters: [`${FULL}/other-service.ts`] }),
    { needs: ["test/other-service/service.ts"] },
  ),
  commandStage(
    { name: "uat", proves: "the tests of a test system behind TLS, HTTP Basic and a slow network, three times" },
    () => ({ parameters: ["tools/uat.ts", `--times=${UAT_RUNS}`] }),
  ),
];
