import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { MailServerSettings } from "./notifications/outside/mail-server.ts";
import type { RendererSettings } from "./notifications/outside/storefront-renderer.ts";
import { emailAddressOf } from "./platform/domain/email-address.ts";
import { absolute, hostAndPort } from "./setting-shapes.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;
const NAMED = /^\s*"?([^<>"\r\n]*?)"?\s*<([^<>]+)>\s*$/;
const SMTP_PORTS = { "smtp:": 587, "smtps:": 465 } as const;

const SMTP_ADDRESS =
  "must be an address such as smtps://user:password@mail.example; write # % / ? @ in the password as %23 %25 %2F %3F %40";

const address = z
  .string()
  .transform((text) => emailAddressOf(text.trim()))
  .refine((found) => found !== undefined, "must be an email address");

/** The settings about mail, as they are in the environment. */
export const MAIL_SETTINGS = {
  /** Without it no mail is sent, and messages wait. */
  SMTP_URL: z
    .string()
    .refine((text) => serverOf(text) !== undefined, SMTP_ADDRESS)
    .optional(),
  /** The sender of all mail: `The Playhouse <tickets@playhouse.example>`. */
  MAIL_FROM: z
    .string()
    .refine(
      (text) => senderOf(text) !== undefined,
      "must be an email address, or a name and an address: Name <address>",
    )
    .optional(),
  /** The envelope's sender, which gets bounces. */
  MAIL_BOUNCE: address.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/, "must be a name in DNS, such as foyer2026")
    .optional(),
  DKIM_KEY_FILE: absolute.optional(),
  /** The origins of storefronts that render messages, separated by commas. */
  MESSAGE_ORIGINS: z
    .string()
    .default("")
    .refine(
      (text) =>
        originsOf(text).every((one) => URL.canParse(one) && /^https?:\/\//.test(one) && new URL(one).origin === one),
      "must be origins such as https://tickets.example, separated by commas",
    ),
  /** Where the worker connects to for all of them, in place of what their names lead to. */
  MESSAGE_CONNECT_TO: hostAndPort.optional(),
  /** The file of a private certificate authority, trusted for these origins alone. */
  MESSAGE_CA: absolute.optional(),
};

type Found = z.output<z.ZodObject<typeof MAIL_SETTINGS>>;

/** The mail server, if there is one, and the storefronts that the service may call to render a message. */
type MailSettings = RendererSettings & { readonly server?: MailServerSettings };

/** Returns the settings about mail, or a line with what does not fit together. */
export function mailSettingsOf(found: Found): MailSettings | string {
  const rendererOrigins = new Set(originsOf(found.MESSAGE_ORIGINS));
  const exposed = [...rendererOrigins].find((origin) => !isPrivate(origin));
  if (exposed !== undefined) return `MESSAGE_ORIGINS: ${exposed} is on another machine: set its https: origin.`;
  const ca = found.MESSAGE_CA === undefined ? undefined : textOf(found.MESSAGE_CA);
  if (found.MESSAGE_CA !== undefined && !isCertificate(ca))
    return "MESSAGE_CA: cannot be read as a certificate in PEM.";
  const renderer = {
    rendererOrigins,
    ...(ca !== undefined && { ca }),
    ...(found.MESSAGE_CONNECT_TO && { connectTo: found.MESSAGE_CONNECT_TO }),
  };
  const server = found.SMTP_URL === undefined ? undefined : serverOf(found.SMTP_URL);
  if (server === undefined) return renderer;
  const from = senderOf(found.MAIL_FROM ?? "");
  if (from === undefined) return "MAIL_FROM: must be set with SMTP_URL: the sender of all mail.";
  const dkim = dkimOf(found, from.address);
  if (typeof dkim === "string") return dkim;
  return {
    ...renderer,
    server: { ...server, from, bounce: found.MAIL_BOUNCE ?? from.address, ...(dkim && { dkim }) },
  };
}

/** Returns where the server is and how to sign in. TLS is required unless it is on this machine. */
function serverOf(
  text: string,
): Pick<MailServerSettings, "host" | "port" | "isLoopback" | "tls" | "login"> | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === "" || pathname.length > 1 || search !== "" || hash !== "" || text.split("@").length > 2)
    return undefined;
  const usual = SMTP_PORTS[protocol as keyof typeof SMTP_PORTS];
  const isLoopback = LOOPBACK.test(hostname);
  const tls = protocol === "smtps:" ? "from_the_start" : isLoopback ? "if_offered" : "required";
  const [user, word] = [decoded(username), decoded(password)];
  if (user === undefined || word === undefined) return undefined;
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(port) || usual, isLoopback, tls, ...(user && { login: { user, password: word } }) };
}

/** Returns `undefined` for a percent sign that begins no escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function senderOf(text: string): MailServerSettings["from"] | undefined {
  const [, name = "", inBrackets] = NAMED.exec(text) ?? [];
  const address = emailAddressOf((inBrackets ?? text).trim());
  return address === undefined ? undefined : { name, address };
}

/** Mail is signed for the domain of its sender: with another one it would count as unsigned. */
function dkimOf({ DKIM_SELECTOR, DKIM_KEY_FILE }: Found, sender: string): MailServerSettings["dkim"] | string {
  if (!DKIM_SELECTOR && !DKIM_KEY_FILE) return undefined;
  if (!DKIM_SELECTOR || !DKIM_KEY_FILE) return "DKIM_SELECTOR, DKIM_KEY_FILE: set both, or none.";
  const privateKey = textOf(DKIM_KEY_FILE);
  if (privateKey === undefined) return "DKIM_KEY_FILE: cannot be read.";
  if (!isPrivateKey(privateKey)) return "DKIM_KEY_FILE: must contain a private key in PEM, without a password.";
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  return { domain, selector: DKIM_SELECTOR, privateKey };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}

function isCertificate(text: string | undefined): boolean {
  try {
    return new X509Certificate(text ?? "").raw.length > 0;
  } catch {
    return false;
  }
}

function originsOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
}

function isPrivate(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" || LOOPBACK.test(hostname);
}
