import type {
  MediaDetailDto,
  MediaItemDto,
  UpdateMediaInput,
  WelcomeImageDto,
} from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";
import { readStoredUser } from "@/lib/http/stored-session";

export function updateMedia(id: string, change: UpdateMediaInput): Promise<MediaDetailDto> {
  return apiRequest("PATCH", `/api/media/${id}`, change);
}

/** Moves an item to the trash. The session identifies the user; the body is the one of specification 7.4. */
export async function deleteMedia(id: string): Promise<void> {
  const user = readStoredUser();
  await apiRequest("DELETE", `/api/media/${id}`, { userId: user?.id, sessionId: user?.sessionId });
}

export function restoreMedia(id: string): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/restore`);
}

/** Deletes an item in the trash permanently. */
export async function eraseMedia(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/media/trash/${id}`);
}

/** Retries an item's failed pictures. */
export function retryMedia(id: string): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/retry`);
}

export function setMonthCover(id: string, featured: boolean): Promise<MediaItemDto> {
  return apiRequest("POST", `/api/media/${id}/featured`, { featured });
}

/** Null: the family is welcomed without a picture. */
export function setWelcomeImage(mediaId: string | null): Promise<WelcomeImageDto> {
  return mediaId === null
    ? apiRequest("DELETE", "/api/welcome-image")
    : apiRequest("POST", "/api/welcome-image", { mediaId });
}
