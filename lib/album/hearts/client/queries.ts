import type { HeartDto } from "@/lib/album/hearts/schema";
import { apiRequest } from "@/lib/http/api-client";
import { readStoredUser } from "@/lib/http/stored-session";

/** Hearts an item; hearting twice keeps one. Who asks is in the session; the body is that of specification 7.6. */
export function addHeart(mediaId: string): Promise<Pick<HeartDto, "count">> {
  const user = readStoredUser();
  return apiRequest("POST", "/api/hearts", { mediaId, userId: user?.id, sessionId: user?.sessionId });
}

/** Takes the heart away. @returns the hearts left */
export function removeHeart(mediaId: string): Promise<Pick<HeartDto, "count">> {
  return apiRequest("DELETE", `/api/hearts/${mediaId}`);
}
