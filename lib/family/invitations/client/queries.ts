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

/** Asks somebody into the family. @throws ApiError, with `field` where the input is at fault */
export function createInvitation(input: CreateInvitationInput): Promise<InvitationLinkDto> {
  return apiRequest("POST", "/api/invitations", input);
}

/** A new link for an invitation; the old one ends. @throws ApiError */
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

/** The family's welcome photo, for whoever has the invitation. */
export function invitationPictureUrl(code: string): string {
  return `/api/invitations/${encodeURIComponent(code)}/welcome-image`;
}

/** Makes the account that the invitation is for. @throws ApiError */
export function registerFromInvitation(code: string, input: RegisterInput): Promise<RegisteredDto> {
  return apiRequest("POST", `/api/register/${encodeURIComponent(code)}`, input);
}

/** Joins with the account that is signed in. @throws ApiError */
export function acceptInvitation(code: string): Promise<UserDto> {
  return apiRequest("POST", `/api/register/${encodeURIComponent(code)}/accept`);
}
