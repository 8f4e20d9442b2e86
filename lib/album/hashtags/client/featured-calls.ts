import type { FeaturedHashtagDto } from "@/lib/album/hashtags/schema";
import { apiRequest } from "@/lib/http/api-client";

/** @param hashtag with or without its # */
export function featureHashtag(hashtag: string): Promise<FeaturedHashtagDto> {
  return apiRequest("POST", "/api/hashtags/featured", { hashtag });
}

export async function unfeatureHashtag(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/hashtags/featured/${id}`);
}
