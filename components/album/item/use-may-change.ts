import { useAuth } from "@/components/session/session-auth-provider";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";

type Uploaded = Pick<MediaItemDto, "uploadedBy">;

/**
 * The uploader of an item and the family's admins can change and delete it. The server decides; this only affects what
 * is shown.
 */
export const canChange = (user: UserDto | null, item: Uploaded): boolean =>
  user !== null && (user.isAdmin || item.uploadedBy?.id === user.id);

export function useCanChange(item: Uploaded): boolean {
  return canChange(useAuth().user, item);
}
