"use client";

import { useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { ContactProof } from "@/components/profile/contact-proof";
import { PendingEmail } from "@/components/profile/pending-email";
import { PhoneConfirmation } from "@/components/profile/phone-confirmation";
import { ProfileFields } from "@/components/profile/profile-fields";
import { profileValues, useProfileForm } from "@/components/profile/use-profile-form";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import type { ProfileDto } from "@/lib/features/profile/schema";

const roleNames = { owner: "Owner", admin: "Admin", member: "Member" } as const;

/** Who somebody is in the album, where to reach them, and where prints go. */
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
  const form = useProfileForm({
    isChild: saved.isChild,
    asksAddress: saved.offers.asksAddress,
    defaultValues: { ...profileValues(profile), title: profile.title ?? "" },
    onSaved: (next) => {
      setSaved(next);
      // As the server understood it: the next save starts from there.
      form.form.reset({ ...profileValues(next), title: next.title ?? "" });
    },
  });
  // Without SMS only admins are told: they can have it set up.
  const isPhoneAsked = !saved.phoneConfirmed && !saved.isChild && (isSmsSetUp || saved.isAdmin);
  return (
    <div className="grid max-w-2xl gap-5">
      <Card className="flex items-center gap-4 p-5" aria-label="You">
        <Avatar name={saved.username} size="large" />
        <div className="min-w-0">
          <p className="truncate font-display text-step-1 font-[560]">{saved.title ?? saved.username}</p>
          <p className="truncate text-ink-soft">
            Your user name is <strong className="text-ink">{saved.username}</strong>
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
      <Card className="p-5 md:p-7" aria-label="Your details">
        <form onSubmit={form.submit} noValidate className="grid gap-5">
          <FormAlert message={form.message} />
          <FormField
            label="What should we call you? (optional)"
            error={form.errorOf("title")}
            hint="Such as Mum, Grandad or Dr Lind."
          >
            {(control) => <Input {...control} {...form.form.register("title")} autoComplete="nickname" />}
          </FormField>
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
            className="justify-self-start max-sm:w-full"
          >
            {form.isBusy ? "Saving..." : "Save Changes"}
          </Button>
        </form>
      </Card>
    </div>
  );
}
