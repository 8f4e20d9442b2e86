import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type { ApiKeyDto, NewApiKeyDto } from "@/lib/operations/api-keys/schema";

export const apiKeysOptions = () =>
  queryOptions<ApiKeyDto[] | null>({
    queryKey: ["/api/super-admin/api-keys"],
    staleTime: 5_000,
    refetchOnMount: true,
  });

/** The response contains the key itself, only this once. @throws ApiError */
export function createApiKey(name: string): Promise<NewApiKeyDto> {
  return apiRequest("POST", "/api/super-admin/api-keys", { name, scope: "reports:read" });
}

export function revokeApiKey(id: string): Promise<unknown> {
  return apiRequest("DELETE", `/api/super-admin/api-keys/${encodeURIComponent(id)}`);
}
