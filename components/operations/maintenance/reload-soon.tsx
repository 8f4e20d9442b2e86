"use client";

import { useEffect } from "react";

const reloadAfterMs = 30_000;

/** Reloads the page periodically, in visible tabs. */
export function ReloadSoon() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") window.location.reload();
    }, reloadAfterMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
