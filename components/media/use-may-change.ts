import { useAuth } from "@/components/accounts/session-auth-provider";
import type { MediaItemDto } from "@/lib/features/media/schema";

/** Who uploaded an item, and the family's admins, may change and delete it. The server decides; this only shows. */
export function useMayChange(item: Pick<MediaItemDto, "uploadedBy">): boolean {
  const { user } = useAuth();
  return user !== null && (user.isAdmin || item.uploadedBy?.id === user.id);
}
