import type { CaughtMessage } from "./mailbox.ts";

/** Returns the page with all messages, the newest first. */
export function inboxPage(messages: readonly CaughtMessage[], to?: string): string {
  const rows = messages.map(
    ({ id, subject, to: recipients, receivedAt, attachments }) => `<li><a href="/message/${id}">
      <strong>${escapeHtml(subject || "(no subject)")}</strong>
      <span>to ${escapeHtml(recipients.join(", "))}</span>
      <span>${timeOf(receivedAt)}${attachments.length > 0 ? ` · ${countOf(attachments.length)}` : ""}</span></a></li>`,
  );
  const list = rows.length > 0 ? `<ol>${rows.join("")}</ol>` : "<p>No messages yet. Buy a ticket, then reload.</p>";
  const filter = to === undefined ? "" : `<p>To ${escapeHtml(to)} only. <a href="/">Show all</a></p>`;
  return whole("Inbox", `<h1>Inbox</h1>${filter}${list}`);
}

/** Returns the page of one message: its headers, its HTML and its text. */
export function messagePage(message: CaughtMessage): string {
  const { id, subject, from, to, receivedAt, html, text, headers, attachments } = message;
  const rows = [
    ["From", from],
    ["To", to.join(", ")],
    ["Received", timeOf(receivedAt)],
    ["Message-ID", headers["message-id"] ?? ""],
  ].map(([name = "", value = ""]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const files = attachments.map(
    ({ filename, contentType }, at) =>
      `<li><a href="/message/${id}/attachment/${at}">${escapeHtml(filename || "attachment")}</a> ${escapeHtml(contentType)}</li>`,
  );
  return whole(
    subject || "(no subject)",
    `<p><a href="/">Inbox</a></p><h1>${escapeHtml(subject || "(no subject)")}</h1><dl>${rows.join("")}</dl>
    ${files.length > 0 ? `<h2>Attachments</h2><ul>${files.join("")}</ul>` : ""}
    ${html ? `<h2>HTML</h2><iframe title="The message" src="/message/${id}/html"></iframe>` : ""}
    <h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

export function withoutMessage(): string {
  return whole("Not found", `<h1>Not found</h1><p>This message is no longer kept. <a href="/">Inbox</a></p>`);
}

function whole(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/inbox.css"></head>
<body><main>${content}</main></body></html>`;
}

function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

function countOf(attachments: number): string {
  return attachments === 1 ? "1 attachment" : `${attachments} attachments`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}
