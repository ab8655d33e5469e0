import type { Mutant } from "./mutant.ts";

const DOWNLOAD = "lib/pictures/download.ts";
const DOWNLOAD_TEST = "lib/pictures/download.test.ts";
const EVENT_PICTURES = "lib/pictures/event-pictures.ts";
const EVENT_PICTURES_TEST = "lib/pictures/event-pictures.test.ts";
const INSPECT_TEST = "lib/pictures/inspect.test.ts";

/** What is fetched from an address that an account typed. */
export const PICTURE_MUTANTS: readonly Mutant[] = [
  {
    name: "pictures: an address of a private network is fetched",
    breaks: "the storefront reaches only the public internet for a picture",
    file: DOWNLOAD,
    text: "if (!isOwn && !addresses.every(isPublicAddress))",
    becomes: "if (!isOwn && addresses.length === 0)",
    red: { file: DOWNLOAD_TEST, test: "refuses a name with a private address among public ones" },
  },
  {
    name: "pictures: the target of a redirect is not checked",
    breaks: "each redirect is checked like the first address",
    file: DOWNLOAD,
    text: 'return parsed(String(headers.location ?? ""), url);',
    becomes: 'return new URL(String(headers.location ?? ""), url);',
    red: { file: DOWNLOAD_TEST, test: "follows no redirect to http://localhost/secret" },
  },
  {
    name: "pictures: the name is resolved again for the connection",
    breaks: "the connection goes to the address that was checked",
    file: DOWNLOAD,
    text: "const addresses = await withinTime(resolve(host), signal);",
    becomes: "await resolve(host);\n  const addresses = await withinTime(resolve(host), signal);",
    red: { file: DOWNLOAD_TEST, test: "connects to the address that was checked: the name is resolved once" },
  },
  {
    name: "pictures: a body without a length has no limit",
    breaks: "a picture has at most 15 MB",
    file: DOWNLOAD,
    text: "if (length > bytesMax)",
    becomes: "if (length < 0)",
    red: { file: DOWNLOAD_TEST, test: "stops at the limit of bytes, whatever the header says" },
  },
  {
    name: "pictures: a truncated file is shown",
    breaks: "only whole pictures are stored",
    file: "lib/pictures/inspect.ts",
    text: 'await decoder(bytes).resize(8, 8, { fit: "fill" }).raw().toBuffer().catch(refuse);',
    becomes: "",
    red: { file: INSPECT_TEST, test: "refuses a truncated jpeg" },
  },
  {
    name: "pictures: the number of pixels is not limited",
    breaks: "a small file cannot fill the memory",
    file: "lib/pictures/inspect.ts",
    text: "const PIXELS_MAX = 40_000_000;",
    becomes: "const PIXELS_MAX = 400_000_000;",
    red: { file: INSPECT_TEST, test: "refuses a small file of too many pixels without decoding it" },
  },
  {
    name: "pictures: an address is not asked again",
    breaks: "another picture at the same address is shown after an hour",
    file: EVENT_PICTURES,
    text: "known !== undefined && now - known.checkedAt < FRESH_MS;",
    becomes: "known !== undefined;",
    red: {
      file: EVENT_PICTURES_TEST,
      test: "another picture at the same address replaces the first after an hour, and a failure does not remove it",
    },
  },
  {
    name: "pictures: whatever is fetched is stored",
    breaks: "only pictures are stored",
    file: EVENT_PICTURES,
    text: "const size = await inspect(bytes);",
    becomes: "const size = await inspect(bytes).catch(() => ({ width: 400, height: 400 }));",
    red: { file: EVENT_PICTURES_TEST, test: "an SVG with a script leaves the generated poster" },
  },
];
