import { type AtWork, atWork } from "#app/[locale]/promoter/as-promoter.ts";
import { type OwnTarget, ownTarget } from "#app/[locale]/promoter/share/own-target.ts";
import { sheetOf } from "#app/[locale]/promoter/share/poster/sheet.ts";
import { posterAddress, shareQueryIn } from "#app/[locale]/promoter/share/share-query.ts";
import { env } from "#lib/env.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { actionAtWork } from "#lib/promoter/pages-at-work.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { currentPromoter } from "#lib/promoter/sign-in/session.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { parseTarget, pathOfTarget, type Target } from "#lib/ticketing/model/target.ts";
import { posterPdf } from "#lib/tickets/poster/poster-pdf.ts";
import { posterPng, posterSvg } from "#lib/tickets/poster/poster-svg.ts";

/** Returns a poster, in the language of the page that its QR code opens. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/[locale]/promoter/share/poster">,
): Promise<Response> {
  const { locale } = await params;
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return new Response(null, { status: 404 });
  const at = atWork(signedIn, localeFrom(locale));
  if (!isAllowed(["MANAGE"], at.promoter.capabilities)) return new Response(null, { status: 403 });
  return actionAtWork(() => poster(at, Object.fromEntries(new URL(request.url).searchParams)));
}

async function poster(at: AtWork, query: Readonly<Record<string, string>>): Promise<Response> {
  const { link, language } = shareQueryIn(query, routing.locales, at.locale);
  const target = parseTarget(query.for ?? "list");
  const own = target && (await ownTarget({ ...at, locale: localeFrom(language) }, target).catch(undefinedIfRefused));
  if (target === undefined || own === undefined) return new Response(null, { status: 404 });
  const origin = env().FOYER_ORIGIN;
  const sheet = await sheetOf(target, own, {
    language,
    named: own.offering?.groups.find((group) => group.eventDateId === link.eventDateId),
    address: posterAddress(origin, language, target, link),
    short: `${new URL(origin).host}${shortPath(target, own, language)}`,
  });
  const name = `poster-${Object.values(target).join("-")}`;
  switch (query.format) {
    case "png":
      return file(await posterPng(sheet), "image/png", `${name}.png`);
    case "svg":
      return file(await posterSvg(sheet), "image/svg+xml", `${name}.svg`);
    case "a5":
      return file(await posterPdf(sheet, { paper: "A5" }), "application/pdf", `${name}-a5.pdf`);
    default:
      return file(await posterPdf(sheet, { paper: "A4" }), "application/pdf", `${name}-a4.pdf`);
  }
}

/** Returns the path to type: of an event the short one. */
function shortPath(target: Target, { event }: OwnTarget, language: string): string {
  return event === undefined ? pathOfTarget(target, language) : `/${language}/${event.id}`;
}

/** A password that was changed since the promoter signed in. */
function undefinedIfRefused(fault: unknown): undefined {
  if (!(fault instanceof CredentialRefused)) throw fault;
}

function file(body: BodyInit, type: string, name: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}
