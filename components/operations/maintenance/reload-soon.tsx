"use client";

import { useEffect } from "react";

const reloadAfterMs = 30_000;

/** Reloads now and then, in tabs that are visible. */
export function ReloadSoon() {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") window.location.reload();
    }, reloadAfterMs);
    return () => clearInterval(timer);
  }, []);
  return null;
}
