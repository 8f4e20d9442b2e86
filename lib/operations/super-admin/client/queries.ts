import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Proof } from "@/lib/account/security/schema";
import { apiRequest } from "@/lib/http/api-client";
import type {
  AdminOrganizationDto,
  AdminUserDto,
  EndedSessionsDto,
  OrganizationsDto,
  UpdateOrganizationInput,
  UsersDto,
} from "@/lib/operations/super-admin/schema";

const fresh = { staleTime: 5_000, refetchOnMount: true, placeholderData: keepPreviousData } as const;

/** A path with query parameters; empty ones are omitted. */
export function pathWith(path: string, values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${path}?${query}` : path;
}

export const organizationsKey = "/api/super-admin/organizations";
export const usersKey = "/api/super-admin/users";
export const pageSize = 25;

export interface OrganizationFilters {
  q: string;
  tier: string;
  state: string;
  offset: number;
}

export const organizationsOptions = (filters: OrganizationFilters) =>
  queryOptions({
    queryKey: [organizationsKey, filters] as const,
    queryFn: ({ signal }) =>
      apiRequest<OrganizationsDto>(
        "GET",
        pathWith(organizationsKey, { ...filters, limit: pageSize }),
        undefined,
        { signal },
      ),
    ...fresh,
  });

export const usersOptions = (filters: { q: string; offset: number }) =>
  queryOptions({
    queryKey: [usersKey, filters] as const,
    queryFn: ({ signal }) =>
      apiRequest<UsersDto>("GET", pathWith(usersKey, { ...filters, limit: pageSize }), undefined, { signal }),
    ...fresh,
  });

/** @throws ApiError */
export function updateOrganization(
  id: string,
  change: UpdateOrganizationInput,
): Promise<AdminOrganizationDto> {
  return apiRequest("PATCH", `${organizationsKey}/${encodeURIComponent(id)}`, change);
}

const personPath = (id: string, what: string) => `${usersKey}/${encodeURIComponent(id)}/${what}`;

/** @throws ApiError */
export function setSuperAdmin(id: string, isSuperAdmin: boolean, proof: Proof): Promise<AdminUserDto> {
  return apiRequest(isSuperAdmin ? "POST" : "DELETE", personPath(id, "super-admin"), proof);
}

/** @throws ApiError */
export function suspendPerson(id: string, reason: string): Promise<AdminUserDto> {
  return apiRequest("POST", personPath(id, "suspension"), { reason });
}

/** @throws ApiError */
export function liftSuspension(id: string): Promise<AdminUserDto> {
  return apiRequest("DELETE", personPath(id, "suspension"));
}

/** @throws ApiError */
export function endUserSessions(id: string): Promise<EndedSessionsDto> {
  return apiRequest("DELETE", personPath(id, "sessions"));
}
