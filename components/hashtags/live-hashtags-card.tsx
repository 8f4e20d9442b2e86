"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { HashtagsCard } from "@/components/home/hashtags-card";
import type { LiveCardContentProps } from "@/components/home/live-card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { featuredHashtagsOptions, recentHashtagsOptions } from "@/lib/features/hashtags/queries";

const FeaturedHashtagsDialog = fetchedPart(
  async () => (await import("@/components/hashtags/featured-hashtags-dialog")).FeaturedHashtagsDialog,
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
