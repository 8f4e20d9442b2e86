import { updateMedia } from "@/lib/features/media/queries";
import type { UploadTarget } from "@/lib/features/uploads/upload-context";

/** Files an item as wished now, where its upload was begun with another wish. @throws ApiError */
export async function requestMove(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  const { year, month, description } = wished;
  const isAsBegun = began.year === year && began.month === month && began.description === description;
  if (!isAsBegun) await updateMedia(mediaId, { year, month, description });
}
