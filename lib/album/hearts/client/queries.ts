import type { HeartDto } from "@/lib/album/hearts/schema";
import { apiRequest } from "@/lib/http/api-client";
import { readStoredUser } from "@/lib/http/stored-session";

/** Hearts an item; a second heart changes nothing. The session says who it is; the body follows specification 7.6. */
export function addHeart(mediaId: string): Promise<Pick<HeartDto, "count">> {
  const user = readStoredUser();
  return apiRequest("POST", "/api/hearts", { mediaId, userId: user?.id, sessionId: user?.sessionId });
}

/** Removes the heart. @returns the remaining hearts */
export function removeHeart(mediaId: string): Promise<Pick<HeartDto, "count">> {
  return apiRequest("DELETE", `/api/hearts/${mediaId}`);
}
