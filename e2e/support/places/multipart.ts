import { randomUUID } from "node:crypto";

/** Returns the body of a posted form and its content type. A string suits every HTTP client. */
export function multipartOf(fields: Readonly<Record<string, string>>): {
  readonly body: string;
  readonly contentType: string;
} {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join("")}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` };
}
