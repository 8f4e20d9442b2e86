import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type {
  ItemDiagnosisDto,
  MediaDiagnosisDto,
  MediaDiagnosisPageDto,
} from "@/lib/operations/diagnostics/schema";

const path = "/api/admin/diagnostics/media";

export interface DiagnosesWanted {
  mediaType?: "image" | "video";
  only?: "broken";
  offset?: number;
}

export const diagnosesOptions = ({ mediaType, only, offset = 0 }: DiagnosesWanted) => {
  const query = new URLSearchParams();
  if (mediaType) query.set("mediaType", mediaType);
  if (only) query.set("only", only);
  if (offset > 0) query.set("offset", String(offset));
  const address = query.size > 0 ? `${path}?${query}` : path;
  return queryOptions({
    queryKey: [address] as const,
    queryFn: ({ signal }) => apiRequest<MediaDiagnosisPageDto>("GET", address, undefined, { signal }),
    // A diagnostic tool must never show old results.
    staleTime: 0,
    refetchOnMount: true,
  });
};

export const itemDiagnosisOptions = (id: string) =>
  queryOptions({
    queryKey: [`${path}/${id}`] as const,
    queryFn: ({ signal }) => apiRequest<ItemDiagnosisDto>("GET", `${path}/${id}`, undefined, { signal }),
    staleTime: 0,
    refetchOnMount: true,
  });

export function rebuildItem(id: string): Promise<MediaDiagnosisDto> {
  return apiRequest("POST", `${path}/${id}/rebuild`);
}

export const isDiagnosisKey = (key: unknown) => typeof key === "string" && key.startsWith(path);
