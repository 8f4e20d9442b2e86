import { queryOptions } from "@tanstack/react-query";
import type { ExistingHashtagDto } from "@/lib/features/hashtags/schema";

export const existingHashtagsKey = ["/api/hashtags/existing"] as const;
export const recentHashtagsKey = ["/api/hashtags/recent"] as const;

/** Every hashtag in use with its count, the most used first. */
export const existingHashtagsOptions = () =>
  queryOptions<ExistingHashtagDto[] | null>({
    queryKey: existingHashtagsKey,
    staleTime: 60_000,
    refetchOnMount: true,
  });

/** The last used hashtags, each with its #. */
export const recentHashtagsOptions = () =>
  queryOptions<{ hashtags: string[] } | null>({
    queryKey: recentHashtagsKey,
    staleTime: 60_000,
    refetchOnMount: true,
  });

/** The search page of a hashtag, with or without its # (specification 2.2). */
export function hashtagPath(hashtag: string): string {
  return `/search?tag=${encodeURIComponent(hashtag.replace(/^#/, ""))}`;
}
