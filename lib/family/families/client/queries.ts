import { queryOptions } from "@tanstack/react-query";
import type { FamilyRole, FamilyTier } from "@/lib/core/families/schema";
import type {
  FamilyDto,
  FamilyMemberDto,
  FamilyUserDto,
  UpdateFamilyInput,
} from "@/lib/family/families/schema";
import { apiRequest } from "@/lib/http/api-client";
import { ApiError } from "@/lib/http/api-error";

export const userFamiliesKey = ["/api/user-organizations"] as const;
export const currentFamilyKey = ["/api/organization/current"] as const;
export const usersKey = ["/api/users"] as const;
export const peopleKey = (familyId: string) =>
  [`/api/family-members?organizationId=${encodeURIComponent(familyId)}`] as const;

/** The person's families; fetched again whenever they come into view. */
export const userFamiliesOptions = () =>
  queryOptions<FamilyDto[] | null>({ queryKey: userFamiliesKey, staleTime: 30_000, refetchOnMount: true });

export const currentFamilyOptions = () => queryOptions<FamilyDto | null>({ queryKey: currentFamilyKey });
export const usersOptions = () => queryOptions<FamilyUserDto[] | null>({ queryKey: usersKey });
export const peopleOptions = (familyId: string) =>
  queryOptions<FamilyMemberDto[] | null>({ queryKey: peopleKey(familyId) });

export function listFamilies(): Promise<FamilyDto[]> {
  return apiRequest("GET", "/api/user-organizations");
}

export function switchFamily(organizationId: string): Promise<FamilyDto> {
  return apiRequest("POST", "/api/switch-organization", { organizationId });
}

/** The payment page for a family with a paid plan; null for any other error. */
export function paymentPageOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "payment_required") return null;
  const { url } = error.body as { url?: unknown };
  return typeof url === "string" ? url : null;
}

/** @throws ApiError, `payment_required` for a plan that is paid for first, `billing_not_configured` if it can't be */
export function createFamily(name: string, subscriptionTier: FamilyTier): Promise<FamilyDto> {
  return apiRequest("POST", "/api/create-organization", { name, subscriptionTier });
}

export function updateFamily(change: UpdateFamilyInput): Promise<FamilyDto> {
  return apiRequest("PUT", "/api/organization/current", change);
}

export function leaveFamily(): Promise<unknown> {
  return apiRequest("POST", "/api/organization/leave");
}

export function deleteFamily(password: string): Promise<unknown> {
  return apiRequest("DELETE", "/api/organization/current", { password });
}

export function changeRole(userId: string, role: FamilyRole): Promise<FamilyUserDto> {
  return apiRequest("PATCH", `/api/users/${userId}`, { role });
}

export function removeUser(userId: string): Promise<unknown> {
  return apiRequest("DELETE", `/api/users/${userId}`);
}

/** @returns the password, which is never shown again */
export function createTemporaryPassword(userId: string): Promise<{ temporaryPassword: string }> {
  return apiRequest("POST", `/api/users/${userId}/temporary-password`);
}

export interface PersonInput {
  name: string;
  nickname: string;
  /** YYYY-MM-DD, or "" for none. */
  birthDate: string;
  userId?: string;
}

export function createPerson(person: PersonInput): Promise<FamilyMemberDto> {
  return apiRequest("POST", "/api/family-members", person);
}

export function updatePerson(id: string, change: Partial<PersonInput>): Promise<FamilyMemberDto> {
  return apiRequest("PUT", `/api/family-members/${id}`, change);
}

export function deletePerson(id: string): Promise<unknown> {
  return apiRequest("DELETE", `/api/family-members/${id}`);
}
