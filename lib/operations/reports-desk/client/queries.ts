import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type { DeskDto, DeskReportDto, ResolveDeskInput } from "@/lib/operations/reports-desk/schema";
import { pageSize, pathWith } from "@/lib/operations/super-admin/client/queries";

export const deskKey = "/api/super-admin/reports";

export const deskOptions = (filters: { kind: string; state: string; offset: number }) =>
  queryOptions({
    queryKey: [deskKey, filters] as const,
    queryFn: ({ signal }) =>
      apiRequest<DeskDto>("GET", pathWith(deskKey, { ...filters, limit: pageSize }), undefined, { signal }),
    staleTime: 5_000,
    refetchOnMount: true,
    placeholderData: keepPreviousData,
  });

/** Changes a report's state or note, or answers it. @throws ApiError */
export function resolveReport(id: string, input: ResolveDeskInput): Promise<DeskReportDto> {
  return apiRequest("POST", `${deskKey}/${encodeURIComponent(id)}/resolve`, input);
}
