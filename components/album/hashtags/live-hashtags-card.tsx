"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HashtagsCard } from "@/components/album/home/hashtags-card";
import type { LiveCardContentProps } from "@/components/album/home/live-card";
import { useAuth } from "@/components/session/session-auth-provider";
import { fetchedPart } from "@/components/ui/fetched-part";
import { featuredHashtagsOptions, recentHashtagsOptions } from "@/lib/album/hashtags/client/queries";

const FeaturedHashtagsDialog = fetchedPart(
  async () => (await import("@/components/album/hashtags/featured-hashtags-dialog")).FeaturedHashtagsDialog,
);

/** Home's hashtags for admins, who choose what is featured. */
export function LiveHashtagsCard({ still }: LiveCardContentProps) {
  const { user } = useAuth();
  const { data: featured } = useQuery(featuredHashtagsOptions());
  const { data: recent } = useQuery(recentHashtagsOptions());
  const [isChoosing, setIsChoosing] = useState(false);
  if (!featured || !recent) return still;
  return (
    <>
      <HashtagsCard
        featured={featured}
        recent={recent.hashtags}
        canFeature={Boolean(user?.isAdmin)}
        onChoose={() => setIsChoosing(true)}
      />
      {isChoosing && <FeaturedHashtagsDialog onClose={() => setIsChoosing(false)} />}
    </>
  );
}
