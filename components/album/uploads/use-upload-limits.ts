import { useQuery } from "@tanstack/react-query";
import { specifiedLimits, uploadLimitsOptions } from "@/lib/album/uploads/client/queries";
import type { UploadLimits } from "@/lib/album/uploads/schema";

/** The maximum file size, for display; the specification's limits until the server has answered. */
export function useUploadLimits(): UploadLimits {
  return useQuery(uploadLimitsOptions()).data ?? specifiedLimits;
}
