import { useQuery } from "@tanstack/react-query";
import { specifiedLimits, uploadLimitsOptions } from "@/lib/album/uploads/client/queries";
import type { UploadLimits } from "@/lib/album/uploads/schema";

/** How large a file can be here, for display; the specification's limits until the server has answered. */
export function useUploadLimits(): UploadLimits {
  return useQuery(uploadLimitsOptions()).data ?? specifiedLimits;
}
