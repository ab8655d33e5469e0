import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHost } from "./host-check.ts";

const SHOP = "https://tickets.example";
const HOST = {
  page: "https://promoter.example/tonight",
  pasted: "",
  shop: SHOP,
  registered: ["https://promoter.example"],
};

const FAULTY: readonly (readonly [
  what: string,
  given: Partial<typeof HOST>,
  fault: string,
  line: string | undefined,
])[] = [
  [
    "a page without TLS",
    { page: "http://promoter.example", registered: ["http://promoter.example"] },
    "insecure",
    undefined,
  ],
  ["an origin that is not registered", { page: "other.example" }, "unregistered", "https://other.example"],
  [
    "a policy that names other frames",
    {
      pasted:
        "HTTP/2 200\nContent-Security-Policy: default-src 'self'; frame-src https://www.youtube.com; script-src *",
    },
    "frame_src",
    "frame-src https://www.youtube.com https://tickets.example",
  ],
  [
    "a policy without frames",
    { pasted: "content-security-policy: default-src *; frame-src 'none'" },
    "frame_src",
    "frame-src https://tickets.example",
  ],
  [
    "a policy for scripts",
    { pasted: "content-security-policy: script-src 'self' 'nonce-abc'" },
    "script_src",
    "script-src 'self' 'nonce-abc' https://tickets.example",
  ],
  [
    "a nonce where strict-dynamic rules",
    { pasted: "Content-Security-Policy: script-src 'nonce-abc' 'strict-dynamic' https: https://tickets.example" },
    "script_nonce",
    '<script type="module" nonce="…" src="https://tickets.example/embed.js"></script>',
  ],
  ["a text that is neither headers nor HTML", { pasted: "My page: it shows the link.\nWhy?" }, "unreadable", undefined],
  [
    "a policy without its header",
    { pasted: "frame-src 'self'; script-src *" },
    "frame_src",
    "frame-src 'self' https://tickets.example",
  ],
  [
    "a policy that was copied with its value in the next line",
    { pasted: "content-type\ntext/html\ncontent-security-policy\nframe-src 'self'" },
    "frame_src",
    "frame-src 'self' https://tickets.example",
  ],
  [
    "a policy in the page itself",
    { pasted: `<meta http-equiv="Content-Security-Policy" content="frame-src https://*.example.org">` },
    "frame_src",
    "frame-src https://*.example.org https://tickets.example",
  ],
  [
    "a sandbox by policy",
    { pasted: "Content-Security-Policy: sandbox allow-scripts" },
    "sandbox",
    "sandbox allow-scripts allow-same-origin allow-forms allow-top-navigation-by-user-activation",
  ],
  [
    "a sandbox round the frame",
    { pasted: `<iframe src="https://tickets.example/en/embed/events/1" sandbox="allow-scripts allow-forms"></iframe>` },
    "frame_sandbox",
    'sandbox="allow-scripts allow-forms allow-same-origin allow-top-navigation-by-user-activation"',
  ],
  [
    "a consent manager that holds the script back",
    {
      pasted: `<script type="text/plain" data-cookieconsent="marketing" src="https://tickets.example/embed.js"></script>`,
    },
    "consent",
    '<script type="module" src="https://tickets.example/embed.js"></script>',
  ],
];

for (const [what, given, fault, line] of FAULTY) {
  test(`finds ${what}, with the line that fixes it`, () => {
    assert.deepEqual(checkHost({ ...HOST, ...given }), [{ fault, ...(line !== undefined && { line }) }]);
  });
  test(`${what}: the suggested line works`, () => {
    if (line === undefined) return;
    const mended: Partial<typeof HOST> =
      fault === "unregistered"
        ? { ...given, registered: [line] }
        : line.startsWith("<script")
          ? { pasted: fault === "script_nonce" ? `${given.pasted}\n\n${line}` : line }
          : line.startsWith("sandbox=")
            ? { pasted: `<iframe src="${SHOP}/en/embed/events/1" ${line}></iframe>` }
            : { pasted: `Content-Security-Policy: ${line}` };
    assert.deepEqual(checkHost({ ...HOST, ...mended }), []);
  });
}

test("finds no problem on a page that lets the embed work", () => {
  for (const pasted of [
    "",
    "Content-Security-Policy: default-src 'self' https://tickets.example",
    `Content-Security-Policy: script-src 'nonce-a'\n\n<script nonce="b" type="module" src="https://tickets.example/embed.js"></script>`,
    "Content-Security-Policy-Report-Only: frame-src 'none'",
    "HTTP/2 200",
    "server\nnginx",
    "Content-Security-Policy: default-src 'none'; frame-src https:; script-src https://*.example",
    "Cross-Origin-Embedder-Policy: require-corp\nCross-Origin-Opener-Policy: same-origin",
    "X-Frame-Options: DENY",
    `<iframe src="https://elsewhere.example" sandbox></iframe><script src="https://elsewhere.example/a.js"></script>`,
  ])
    assert.deepEqual(checkHost({ ...HOST, pasted }), [], pasted);
  assert.deepEqual(checkHost({ ...HOST, page: "" }), []);
  assert.deepEqual(checkHost({ ...HOST, page: "http://127.0.0.1:8080", registered: ["http://127.0.0.1:*"] }), []);
});
