"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Submits the form on a change, and keeps the scroll position. */
export function SendOnChange({ formId }: { readonly formId: string }) {
  const router = useRouter();

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const send = () => {
      const query = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (value !== "") query.set(name, String(value));
      router.replace(`${window.location.pathname}?${query}` as Route, { scroll: false });
    };
    const onChange = (event: Event) => {
      event.preventDefault();
      send();
    };
    form.addEventListener("change", onChange);
    form.addEventListener("submit", onChange);
    // A choice made before hydration triggered no event handler.
    if (isChanged(form)) send();
    return () => {
      form.removeEventListener("change", onChange);
      form.removeEventListener("submit", onChange);
    };
  }, [formId, router]);

  return null;
}

/** Returns whether another option is selected than the page was rendered with. */
function isChanged(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll("option")].some((option) => option.selected !== option.defaultSelected);
}
