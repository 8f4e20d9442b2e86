import { apiRequest } from "@/lib/http/api-client";

/** Adds a hashtag to the items among these that the person may change. @returns how many were changed */
export function addHashtag(hashtag: string, mediaIds: readonly string[]): Promise<{ changed: number }> {
  return apiRequest("POST", "/api/hashtags/add", { hashtag, mediaIds });
}
