import { useState } from "react";
import type { MediaItemDto } from "@/lib/album/media/schema";

/**
 * Another photo of the listed one's stack, while it is shown instead; null while the listed one is. Reset when the
 * viewer moves to another item.
 */
export function useStackMember(listed: MediaItemDto) {
  const [shown, setShown] = useState<{ listedId: string; member: MediaItemDto } | null>(null);
  const member = shown?.listedId === listed.id ? shown.member : null;
  const show = (other: MediaItemDto | null) =>
    setShown(other && other.id !== listed.id ? { listedId: listed.id, member: other } : null);
  return [member, show] as const;
}
