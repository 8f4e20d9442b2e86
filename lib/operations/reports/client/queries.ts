import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type {
  ContentDecisionDto,
  ContentReportDto,
  ReportContentInput,
  ReportIssueInput,
  ReportReceiptDto,
} from "@/lib/operations/reports/schema";

export const contentReportsKey = ["/api/admin/reports"] as const;

/** Reports that await a decision by the family's admins. */
export const contentReportsOptions = () =>
  queryOptions({
    queryKey: contentReportsKey,
    queryFn: ({ signal }) =>
      apiRequest<ContentReportDto[]>("GET", contentReportsKey[0], undefined, { signal }),
    staleTime: 5_000,
    refetchOnMount: true,
  });

/** @param key identifies the attempt: retries with the same key report the issue only once */
export function reportIssue(input: ReportIssueInput, key: string): Promise<ReportReceiptDto> {
  return apiRequest("POST", "/api/report-issue", input, { headers: { "Idempotency-Key": key } });
}

export function reportContent(input: ReportContentInput, key: string): Promise<ReportReceiptDto> {
  return apiRequest("POST", "/api/report-content", input, { headers: { "Idempotency-Key": key } });
}

export function resolveContentReport(id: string, action: ContentDecisionDto): Promise<ContentReportDto> {
  return apiRequest("POST", `/api/admin/reports/${encodeURIComponent(id)}/resolve`, { action });
}

/** The reported picture or clip, for those who decide about it. */
export function reportedFileUrl(id: string, kind: "picture" | "stream"): string {
  return `/api/admin/reports/${encodeURIComponent(id)}/${kind}`;
}
