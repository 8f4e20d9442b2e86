import { queryOptions } from "@tanstack/react-query";
import type { TestMailDto } from "@/lib/core/mail-templates/schema";
import { apiRequest } from "@/lib/http/api-client";
import type { SystemHealthDto } from "@/lib/operations/system/schema";

const jobPath = (id: string) => `/api/super-admin/jobs/${encodeURIComponent(id)}`;

export const systemHealthOptions = () =>
  queryOptions<SystemHealthDto | null>({
    queryKey: ["/api/super-admin/system-health"],
    staleTime: 5_000,
    refetchOnMount: true,
    refetchInterval: 30_000,
    refetchIntervalInBackground: false,
  });

/** Retries a job that has failed. @throws ApiError */
export function retryJob(id: string): Promise<unknown> {
  return apiRequest("POST", `${jobPath(id)}/retry`);
}

/** Discards a job that has failed. @throws ApiError */
export function discardJob(id: string): Promise<unknown> {
  return apiRequest("DELETE", jobPath(id));
}

/** Sends one of Keepsake's emails, with made-up values, to the caller. @throws ApiError */
export function sendTestMail(): Promise<TestMailDto> {
  return apiRequest("POST", "/api/setup/test-mail");
}
