"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { StorageBanner } from "@/components/shell/banners/storage-banner";
import { quotaNotificationsOptions } from "@/lib/album/quota/client/queries";

/** The storage banner from the server's latest answer; `children` until there is one. */
export function StorageBannerPoll({ children }: { children: ReactNode }) {
  const { data } = useQuery(quotaNotificationsOptions());
  return data ? <StorageBanner notifications={data} /> : children;
}
