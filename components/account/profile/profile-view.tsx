"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ContactProof } from "@/components/account/profile/contact-proof";
import { OwnNameCard } from "@/components/account/profile/own-name-card";
import { PendingEmail } from "@/components/account/profile/pending-email";
import { PhoneConfirmation } from "@/components/account/profile/phone-confirmation";
import { ProfileFields } from "@/components/account/profile/profile-fields";
import { profileValues, useProfileForm } from "@/components/account/profile/use-profile-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import type { ProfileDto } from "@/lib/account/profile/schema";

const roleNames = { owner: "Owner", admin: "Admin", member: "Member" } as const;

/** How the person appears in the album, how to reach them, and where prints go. */
export function ProfileView({
  profile,
  isMailSetUp,
  isSmsSetUp,
}: {
  profile: ProfileDto;
  isMailSetUp: boolean;
  isSmsSetUp: boolean;
}) {
  const [saved, setSaved] = useState(profile);
  const router = useRouter();
  const { user } = useAuth();
  const { displayName } = user ?? saved;
  const form = useProfileForm({
    isChild: saved.isChild,
    asksAddress: saved.offers.asksAddress,
    defaultValues: profileValues(profile),
    onSaved: (next) => {
      setSaved(next);
      // As the server normalised it: the next save starts from there.
      form.form.reset(profileValues(next));
      // Else Back would show the page as it was before, and the next save would undo this one.
      router.refresh();
    },
  });
  // Without SMS only admins see this: they can have it set up.
  const isPhoneAsked = !saved.phoneConfirmed && !saved.isChild && (isSmsSetUp || saved.isAdmin);
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-5">
      <Card className="flex items-center gap-4 p-5" aria-label="You">
        <Avatar name={displayName} size="large" />
        <div className="min-w-0">
          <p className="font-display text-step-1 font-[560] wrap-anywhere">{displayName}</p>
          <p className="text-ink-soft wrap-anywhere">
            Your username is <strong className="text-ink">{saved.username}</strong>
          </p>
          {saved.currentFamily && (
            <p className="mt-1.5 flex flex-wrap items-center gap-2">
              <span>{saved.currentFamily.name}</span>
              <Badge tone="accent">{roleNames[saved.currentFamily.role]}</Badge>
            </p>
          )}
        </div>
      </Card>
      {saved.pendingEmail && (
        <PendingEmail
          key={saved.pendingEmail}
          pendingEmail={saved.pendingEmail}
          presentEmail={saved.email}
          isMailSetUp={isMailSetUp}
          isAdmin={saved.isAdmin}
        />
      )}
      {saved.phoneNumber && isPhoneAsked && (
        <PhoneConfirmation
          key={saved.phoneNumber}
          phoneNumber={saved.phoneNumber}
          hasPassword={saved.hasPassword}
          isSmsSetUp={isSmsSetUp}
          onConfirmed={() => setSaved({ ...saved, phoneConfirmed: true })}
        />
      )}
      {form.proof && <ContactProof proof={form.proof} hasPassword={saved.hasPassword} />}
      <OwnNameCard user={saved} />
      <Card className="p-5 md:p-7" aria-label="Your details">
        <form onSubmit={form.submit} noValidate className="grid gap-5">
          <FormAlert message={form.message} />
          <ProfileFields
            form={form}
            isChild={saved.isChild}
            offers={saved.offers}
            emailHint="We'll email you a link to confirm a new address."
          />
          <Button
            type="submit"
            size="large"
            isBusy={form.isBusy}
            busyLabel="Saving..."
            className="justify-self-start max-sm:w-full"
          >
            Save Changes
          </Button>
        </form>
      </Card>
    </div>
  );
}
