"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/** Specification 9.1: quota notifications are refreshed so often. */
const refreshMs = 60_000;

interface PollProps {
  children: ReactNode;
}

/** What the server drew (`children`), kept up to date from a minute on: until then no code is needed for it. */
export function LiveStorageBanner({ children }: PollProps) {
  const [Poll, setPoll] = useState<ComponentType<PollProps> | null>(null);
  useEffect(() => {
    const timer = setTimeout(async () => {
      const { StorageBannerPoll } = await import("@/components/shell/banners/storage-banner-poll");
      setPoll(() => StorageBannerPoll);
    }, refreshMs);
    return () => clearTimeout(timer);
  }, []);
  return Poll ? <Poll>{children}</Poll> : children;
}
