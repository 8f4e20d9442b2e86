import { apiRequest } from "@/lib/http/api-client";

/** Writes a hashtag under those of these pictures that one may change. @returns how many were changed */
export function addHashtag(hashtag: string, mediaIds: readonly string[]): Promise<{ changed: number }> {
  return apiRequest("POST", "/api/hashtags/add", { hashtag, mediaIds });
}
