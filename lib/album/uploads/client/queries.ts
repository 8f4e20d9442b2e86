import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { updateMedia } from "@/lib/album/media/client/mutations";
import { targetOf, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { apiRequest } from "@/lib/http/api-client";
import { specifiedFileLimits } from "@/lib/shared/upload-limits";

/** Moves an item to the target wanted now, if its upload began with a different one. @throws ApiError */
export async function requestMove(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  const change = { yearPrecision: "exact" as const, ...targetOf(wished) };
  const before = { yearPrecision: "exact" as const, ...targetOf(began) };
  const isAsBegun = (Object.keys(change) as (keyof typeof change)[]).every(
    (part) => before[part] === change[part],
  );
  if (!isAsBegun) await updateMedia(mediaId, change);
}

/** Used until the server responds with others. */
export const specifiedLimits: UploadLimits = { ...specifiedFileLimits, takesHeic: false };

const limitsPath = "/api/media/upload-limits";
/** The longest that chosen files wait; the server rejects files that are too large in any case. */
const maxLimitsWaitMs = 3_000;

async function fetchLimits(): Promise<UploadLimits> {
  const answer = await apiRequest<Partial<UploadLimits> | null>("GET", limitsPath);
  return { ...specifiedLimits, ...answer };
}

/** What a super admin has set, refetched after a minute: a tab may stay open for days. */
export const uploadLimitsOptions = () =>
  queryOptions({
    queryKey: [limitsPath],
    queryFn: fetchLimits,
    staleTime: 60_000,
    refetchOnMount: true,
    retry: false,
    networkMode: "always",
  });

/** The limits for chosen files: the server's, or the last known ones if it doesn't answer soon. */
export async function getUploadLimits(queryClient: QueryClient): Promise<UploadLimits> {
  const options = uploadLimitsOptions();
  const asked = queryClient.fetchQuery(options).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxLimitsWaitMs));
  const answered = await Promise.race([asked, late]);
  return answered ?? queryClient.getQueryData(options.queryKey) ?? specifiedLimits;
}
