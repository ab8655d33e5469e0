import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestEmail } from "./email-suggestion.ts";

test("suggests a correction for a typing mistake in the domain of a common provider", () => {
  const meant = {
    "jo@gmial.com": "jo@gmail.com",
    "jo@gmail.con": "jo@gmail.com",
    "jo@gmai.com": "jo@gmail.com",
    "jo@gmaill.com": "jo@gmail.com",
    "jo@gmial.con": "jo@gmail.com",
    "jo@gmail.co": "jo@gmail.com",
    "jo@hotmial.co.nz": "jo@hotmail.co.nz",
    "jo@hotmial.ca": "jo@hotmail.ca",
    "jo@yaho.fr": "jo@yahoo.fr",
    "jo@yahoo.cm": "jo@yahoo.com",
    "Jo.Brown@XTRA.co.nzz": "Jo.Brown@xtra.co.nz",
    "jo@live.con": "jo@live.com",
    "jo@outlok.com": "jo@outlook.com",
  };
  for (const [typed, suggested] of Object.entries(meant)) assert.equal(suggestEmail(typed), suggested, typed);
});

/** Providers of many countries, among them those whose names are a letter away from a provider that is suggested. */
const REAL = `
  gmail.com googlemail.com mail.com email.com ymail.com rocketmail.com hushmail.com gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.fr gmx.us
  gmail.de gmail.ru gmail.co.uk googlemail.de yahoo.co outlook.co hotmail.co yahoo.com.co
  yahoo.com yahoo.ca yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.in yahoo.co.in yahoo.co.uk yahoo.co.nz yahoo.co.jp yahoo.co.id yahoo.co.za
  yahoo.co.th yahoo.co.kr yahoo.com.au yahoo.com.br yahoo.com.ar yahoo.com.mx yahoo.com.hk yahoo.com.tw yahoo.com.sg yahoo.com.ph
  yahoo.com.vn yahoo.com.tr yahoo.com.my yahoo.se yahoo.no yahoo.dk yahoo.gr yahoo.ie yahoo.pl yahoo.ro yahoo.nl yahoo.be yahoo.at
  hotmail.com hotmail.ca hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.nl hotmail.be hotmail.se hotmail.dk hotmail.no hotmail.ch
  hotmail.co.uk hotmail.co.nz hotmail.co.jp hotmail.co.th hotmail.com.au hotmail.com.br hotmail.com.ar hotmail.com.tr hotmail.gr
  live.com live.nl live.ca live.fr live.de live.it live.be live.se live.dk live.no live.at live.cl live.cn live.in live.ie live.jp
  live.co.uk live.co.za live.com.au live.com.mx live.com.ar live.com.pt live.com.sg msn.com
  outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.pt outlook.be outlook.at outlook.ie outlook.in outlook.jp outlook.kr
  outlook.dk outlook.cz outlook.hu outlook.ph outlook.sa outlook.sg outlook.cl outlook.co.id outlook.co.il outlook.co.nz outlook.co.th
  outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.com.vn
  aol.com aol.de aol.fr aol.co.uk aim.com icloud.com me.com mac.com proton.me pm.me protonmail.com protonmail.ch tutanota.com tuta.com
  fastmail.com fastmail.fm fastmail.co.uk fastmail.com.au zoho.com zoho.eu web.de t-online.de freenet.de posteo.de mailbox.org
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it seznam.cz wp.pl o2.pl onet.pl interia.pl abv.bg
  mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net qq.com 163.com 126.com sina.com naver.com daum.net
  rediffmail.com uol.com.br bol.com.br terra.com.br bluewin.ch sunrise.ch telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz slingshot.co.nz orcon.net.nz btinternet.com sky.com
  talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk comcast.net verizon.net att.net sbcglobal.net cox.net shaw.ca rogers.com
  sympatico.ca telus.net videotron.ca hey.com duck.com inbox.lv mail.ee gmx.es gmx.it gmx.co.uk hotmail.cl hotmail.co.il
`
  .trim()
  .split(/\s+/);

test("leaves every real provider alone, in the variant of any country", () => {
  assert.ok(REAL.length > 200);
  for (const domain of REAL) assert.equal(suggestEmail(`jo@${domain}`), undefined, domain);
});

test("suggests nothing for a correct or an unknown domain", () => {
  for (const email of [
    "jo@GMAIL.com",
    "jo@example.com",
    "jo@he.com",
    "jo@we.co",
    "jo@life.com",
    "jo@fmail.com",
    "jo@mail.gmail.com",
    "jo@",
    "@gmial.com",
    "jo",
    "",
  ]) {
    assert.equal(suggestEmail(email), undefined, email);
  }
});
