"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { Messages } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { countDown } from "#components/cart/count-down.ts";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { classNames } from "#components/ui/class-names.ts";
import { fill, plural } from "#lib/i18n/words.ts";
import { hasCartMark } from "#lib/session/purchase/cart-mark.ts";

/** The number of tickets, 0 once they have expired, and the seconds left, if the service names an end. */
export type ShownCart = { readonly count: number; readonly secondsLeft?: number };

type CartLinkProps = {
  readonly href: Route;
  readonly locale: string;
  readonly label: string;
  readonly words: Messages["Common"]["cartNow"];
  /** As the server knows it. Absent on a page that is cached for everyone. */
  readonly given?: ShownCart | undefined;
  readonly isOnAccent: boolean;
  readonly icon: ReactNode;
};

const URGENT_SECONDS = 120;
/** Not even the last minute is left. */
const OVER = -1;

/**
 * The link to the cart, with the number of tickets and the minutes left. A cached page asks for them if the visitor has a cart.
 * The box is as wide as the longest text that it may get, so nothing moves when they arrive.
 */
export function CartLink({ href, locale, label, words, given, isOnAccent, icon }: CartLinkProps) {
  const page = usePathname();
  const [answer, setAnswer] = useState({ cart: given, insteadOf: given, on: given && page });
  // What the server has rendered since is newer than the answer.
  const cart = answer.insteadOf === given ? answer.cart : given;
  const [counted, setCounted] = useState<{ readonly of: ShownCart; readonly minutes: number | undefined }>();
  const minutes = counted !== undefined && counted.of === cart ? counted.minutes : minutesOf(cart?.secondsLeft);
  const [spoken, setSpoken] = useState("");

  const isHere = page === href;
  const isOver = cart !== undefined && (cart.count === 0 || minutes === OVER);
  // The page of the cart says itself when it expires.
  const state = cart === undefined || (isOver && isHere) ? "empty" : isOver ? "over" : "reserved";
  const time = isHere || minutes === undefined ? undefined : timeText(minutes, words);
  const isUrgent = time !== undefined && (minutes ?? 0) < URGENT_SECONDS / 60;

  const nameOf = (left: string | undefined) => {
    const tickets = plural(words.tickets, cart?.count ?? 0, locale);
    return left === undefined ? tickets : fill(words.left, { cart: tickets, time: left });
  };
  /** The timer on the page of the cart is announced there. */
  const say = (text: string) => isHere || setSpoken(text);
  const warn = useEffectEvent((seconds: number) => say(nameOf(timeText(minutesOf(seconds), words))));
  const ask = useEffectEvent(async () => {
    if (cart === undefined && !hasCartMark()) return;
    const response = (await fetchStorefront("open-cart")) as { readonly cart: ShownCart | null } | undefined;
    if (response === undefined) return;
    if (cart?.count !== 0 && response.cart?.count === 0) say(words.timeIsUpName);
    setAnswer({ cart: response.cart ?? undefined, insteadOf: given, on: page });
  });

  // An action on the page before may have changed the cart.
  useEffect(() => {
    if (answer.on !== page) void ask();
  }, [answer.on, page]);

  useEffect(() => {
    const onVisible = () => void (document.visibilityState === "visible" && ask());
    const onBack = ({ persisted }: PageTransitionEvent) => void (persisted && ask());
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("pageshow", onBack);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("pageshow", onBack);
    };
  }, []);

  useEffect(() => {
    if (cart?.secondsLeft === undefined) return undefined;
    let before = cart.secondsLeft;
    return countDown(before, (left) => {
      const minutes = minutesOf(left);
      setCounted((last) => (last?.of === cart && last.minutes === minutes ? last : { of: cart, minutes }));
      if (left > 0 && left <= URGENT_SECONDS && before > URGENT_SECONDS) warn(left);
      // Another tab may have got more time.
      if (left === 0 && before > 0) void ask();
      before = left;
    });
  }, [cart]);

  return (
    <>
      <a
        href={href}
        {...(isHere && { "aria-current": "page" })}
        data-label={label}
        // The page of the cart has a timer of its own.
        data-time={isHere ? "" : longest(timeText(15, words), words.lastMinute)}
        data-over={isHere ? "" : words.timeIsUp}
        className={classNames(
          "cart-link figures tap grid items-center rounded-full border px-2 text-xs no-underline sm:px-3 sm:text-sm",
          (isOnAccent ? ON_ACCENT : ON_CANVAS)[isUrgent && state === "reserved" ? "over" : state],
        )}
      >
        <span
          // The icon becomes another element, or its change of place would count as a layout shift.
          key={state}
          className={classNames(
            "flex items-center gap-1.5 whitespace-nowrap",
            state === "empty" ? "-me-2 justify-end sm:-me-3" : "justify-center",
          )}
        >
          {icon}
          {state === "over" && words.timeIsUp}
          {state === "empty" && label}
          {state === "reserved" && (
            <>
              <span className="max-sm:hidden">{label}</span> <strong className="font-semibold">{cart?.count}</strong>{" "}
              {time !== undefined && <span className="border-s border-current ps-1.5">{time}</span>}
            </>
          )}
          {/* After what is seen, so that a voice command of the seen words finds the link. */}
          {state !== "empty" && (
            <span className="sr-only">{` ${state === "over" ? words.timeIsUpName : nameOf(time)}`}</span>
          )}
        </span>
      </a>
      {cart !== undefined && (
        <span role="status" className="sr-only">
          {spoken}
        </span>
      )}
    </>
  );
}

/** In the last two minutes and afterwards. */
const URGENT_LOOK = "border-warn bg-warn-soft text-warn";
const ON_CANVAS = {
  empty: "border-transparent text-ink-muted hover:text-ink hover:underline",
  reserved: "border-transparent bg-accent-soft text-accent-on-soft",
  over: URGENT_LOOK,
} as const;
const ON_ACCENT = {
  empty: "border-transparent text-accent-on hover:underline",
  reserved: "border-transparent bg-accent-on text-accent",
  over: URGENT_LOOK,
} as const;

/** Returns the whole minutes of so many seconds: 0 in the last minute, `OVER` when none is left. */
function minutesOf(seconds: number | undefined): number | undefined {
  return seconds === 0 ? OVER : seconds && Math.floor(seconds / 60);
}

function timeText(minutes: number | undefined, words: CartLinkProps["words"]): string {
  return minutes ? fill(words.minutes, { count: minutes }) : words.lastMinute;
}

function longest(one: string, other: string): string {
  return one.length >= other.length ? one : other;
}
