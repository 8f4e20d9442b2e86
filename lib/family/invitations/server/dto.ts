import type { InvitationDto } from "@/lib/family/invitations/schema";

export const invitationSelect = {
  id: true,
  username: true,
  email: true,
  isAdmin: true,
  memberId: true,
  invitedById: true,
  sentAt: true,
  expiresAt: true,
} as const;

export function invitationDto(
  invitation: {
    id: string;
    username: string;
    email: string;
    isAdmin: boolean;
    memberId: string | null;
    invitedById: string | null;
    sentAt: Date;
    expiresAt: Date;
  },
  /** Names of the family's people, by their own ids and by those of their accounts. */
  names: ReadonlyMap<string, string>,
): InvitationDto {
  const { invitedById, sentAt, expiresAt, ...fields } = invitation;
  return {
    ...fields,
    personName: (fields.memberId && names.get(fields.memberId)) || null,
    invitedBy: (invitedById && names.get(invitedById)) || null,
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt.getTime() <= Date.now(),
  };
}
