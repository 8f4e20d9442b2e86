import type { UserDto } from "@/lib/account/accounts/schema";
import type {
  CreateInvitationInput,
  InvitationLinkDto,
  OpenedInvitationDto,
  RegisteredDto,
  RegisterInput,
} from "@/lib/family/invitations/schema";
import { apiRequest } from "@/lib/http/api-client";

export const invitationsKey = ["/api/invitations"] as const;

/** Invites someone to the family. @throws ApiError, with `field` if the input is at fault */
export function createInvitation(input: CreateInvitationInput): Promise<InvitationLinkDto> {
  return apiRequest("POST", "/api/invitations", input);
}

/** A new link for an invitation; the old one becomes invalid. @throws ApiError */
export function resendInvitation(id: string): Promise<InvitationLinkDto> {
  return apiRequest("POST", `/api/invitations/${encodeURIComponent(id)}/resend`);
}

/** @throws ApiError */
export async function revokeInvitation(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/invitations/${encodeURIComponent(id)}`);
}

/** @throws ApiError */
export function getInvitation(code: string): Promise<OpenedInvitationDto> {
  return apiRequest("GET", `/api/invitations/${encodeURIComponent(code)}/validate`);
}

/** The family's welcome photo, for anyone with the invitation. */
export function invitationPictureUrl(code: string): string {
  return `/api/invitations/${encodeURIComponent(code)}/welcome-image`;
}

/** Creates the account that the invitation is for. @throws ApiError */
export function registerFromInvitation(code: string, input: RegisterInput): Promise<RegisteredDto> {
  return apiRequest("POST", `/api/register/${encodeURIComponent(code)}`, input);
}

/** Joins with the signed-in account. @throws ApiError */
export function acceptInvitation(code: string): Promise<UserDto> {
  return apiRequest("POST", `/api/register/${encodeURIComponent(code)}/accept`);
}
