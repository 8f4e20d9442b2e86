import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Says who is on an item, the whole set. @returns the people now on it */
export function setTags(mediaId: string, memberIds: readonly string[]): Promise<FamilyMemberDto[]> {
  return apiRequest("PUT", `/api/media/${mediaId}/tags`, { memberIds });
}

/** The page with somebody's pictures; one's own without an id. */
export const taggedPath = (memberId?: string) =>
  memberId ? `/tagged?member=${encodeURIComponent(memberId)}` : "/tagged";
