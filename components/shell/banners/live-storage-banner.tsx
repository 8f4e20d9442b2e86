"use client";

import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/** Specification 9.1: how often quota notifications are refreshed. */
const refreshMs = 60_000;

interface PollProps {
  children: ReactNode;
}

/** Keeps the server's banner (`children`) up to date after the first minute: until then it needs no code. */
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
