import type { MediaDetailDto } from "@/lib/album/media/schema";
import { apiRequest } from "@/lib/http/api-client";
import { areNoEdits, type PictureEdits } from "@/lib/shared/picture-edits";

/** Edits a photo whose last known version is `version`; without edits, its original is shown again. */
export function saveEdits(id: string, version: number, edits: PictureEdits): Promise<MediaDetailDto> {
  return areNoEdits(edits)
    ? apiRequest("DELETE", `/api/media/${id}/edits?version=${version}`)
    : apiRequest("PUT", `/api/media/${id}/edits`, { ...edits, version });
}
