import { queryOptions } from "@tanstack/react-query";
import type { ExistingHashtagDto, FeaturedHashtagDto } from "@/lib/album/hashtags/schema";

export const existingHashtagsKey = ["/api/hashtags/existing"] as const;
export const recentHashtagsKey = ["/api/hashtags/recent"] as const;
export const featuredHashtagsKey = ["/api/hashtags/featured"] as const;

/** Every hashtag in use with its count, most used first. */
export const existingHashtagsOptions = () =>
  queryOptions<ExistingHashtagDto[] | null>({
    queryKey: existingHashtagsKey,
    staleTime: 60_000,
    refetchOnMount: true,
  });

/** The most recently used hashtags, each with its #. */
export const recentHashtagsOptions = () =>
  queryOptions<{ hashtags: string[] } | null>({
    queryKey: recentHashtagsKey,
    staleTime: 60_000,
    refetchOnMount: true,
  });

/** The hashtags that the family's admins have featured. */
export const featuredHashtagsOptions = () =>
  queryOptions<FeaturedHashtagDto[] | null>({
    queryKey: featuredHashtagsKey,
    staleTime: 60_000,
    refetchOnMount: true,
  });

/** The search page of a hashtag, with or without its # (specification 2.2). */
export function hashtagPath(hashtag: string): string {
  return `/search?tag=${encodeURIComponent(hashtag.replace(/^#/, ""))}`;
}
