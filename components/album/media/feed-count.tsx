"use client";

import { type FeedSource, useFeed } from "@/components/album/media/use-feed";
import { counted } from "@/lib/shared/counted";

/** How many a feed holds, kept right while items come and go. */
export function FeedCount({ source }: { source: FeedSource }) {
  return counted(useFeed(source).total, "item");
}
