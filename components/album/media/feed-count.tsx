"use client";

import { type FeedSource, useFeed } from "@/components/album/media/use-feed";
import { counted } from "@/lib/shared/counted";

/** The number of items in a feed, kept accurate as items come and go. */
export function FeedCount({ source }: { source: FeedSource }) {
  return counted(useFeed(source).total, "item");
}
