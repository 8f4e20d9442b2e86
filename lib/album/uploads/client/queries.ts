import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { updateMedia } from "@/lib/album/media/client/queries";
import type { UploadTarget } from "@/lib/album/uploads/client/upload-context";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { apiRequest } from "@/lib/http/api-client";
import { maxImageBytes, maxVideoBytes } from "@/lib/shared/upload-limits";

/** Files an item as wished now, where its upload was begun with another wish. @throws ApiError */
export async function requestMove(mediaId: string, began: UploadTarget, wished: UploadTarget): Promise<void> {
  const { year, month, description } = wished;
  const isAsBegun = began.year === year && began.month === month && began.description === description;
  if (!isAsBegun) await updateMedia(mediaId, { year, month, description });
}

/** Until the server has said otherwise. */
export const specifiedLimits: UploadLimits = { maxImageBytes, maxVideoBytes };

const limitsPath = "/api/media/upload-limits";
/** Chosen files are not kept waiting for longer; the server refuses what is too large in any case. */
const maxLimitsWaitMs = 3_000;

async function fetchLimits(): Promise<UploadLimits> {
  const answer = await apiRequest<Partial<UploadLimits> | null>("GET", limitsPath);
  return {
    maxImageBytes: answer?.maxImageBytes ?? maxImageBytes,
    maxVideoBytes: answer?.maxVideoBytes ?? maxVideoBytes,
  };
}

/** What a super admin has set, asked for again after a minute: a tab may stay open for days. */
export const uploadLimitsOptions = () =>
  queryOptions({
    queryKey: [limitsPath],
    queryFn: fetchLimits,
    staleTime: 60_000,
    refetchOnMount: true,
    retry: false,
    networkMode: "always",
  });

/** The limits to hold chosen files to: the server's, or the last ones known when it does not answer soon. */
export async function readUploadLimits(queryClient: QueryClient): Promise<UploadLimits> {
  const options = uploadLimitsOptions();
  const asked = queryClient.fetchQuery(options).catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxLimitsWaitMs));
  const answered = await Promise.race([asked, late]);
  return answered ?? queryClient.getQueryData(options.queryKey) ?? specifiedLimits;
}
