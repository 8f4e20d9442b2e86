"use client";

import { useState } from "react";
import { invitationPictureUrl } from "@/lib/family/invitations/client/queries";
import type { OpenedInvitationDto } from "@/lib/family/invitations/schema";

/** The family's welcome photo, if it has one, above the text of the invitation. */
export function InvitationPicture({ code, invitation }: { code: string; invitation: OpenedInvitationDto }) {
  const [isBroken, setIsBroken] = useState(false);
  if (!invitation.hasWelcomeImage || isBroken) return null;
  return (
    <img
      src={invitationPictureUrl(code)}
      alt={`Welcome to ${invitation.familyName}`}
      onError={() => setIsBroken(true)}
      className="aspect-[3/2] w-full bg-sunk object-cover"
    />
  );
}
