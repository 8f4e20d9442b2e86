import { useEffect, useState } from "react";
import { ContactProof } from "@/components/account/profile/contact-proof";
import { ProfileFields } from "@/components/account/profile/profile-fields";
import { type ProfileValues, useProfileForm } from "@/components/account/profile/use-profile-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import type { UserDto } from "@/lib/account/accounts/schema";

export interface ProfileStepProps {
  isChild: boolean;
  offers: UserDto["offers"];
  hasPassword: boolean;
  typed: ProfileValues;
  onTyped: (values: ProfileValues) => void;
  onSaved: () => void;
}

/** Step 2 of specification 4.2. Typed values survive going back and a reload. */
export function ProfileStep({ isChild, offers, hasPassword, typed, onTyped, onSaved }: ProfileStepProps) {
  const [isSaved, setIsSaved] = useState(false);
  const profile = useProfileForm({
    isChild,
    asksAddress: offers.asksAddress,
    defaultValues: typed,
    onSaved: () => {
      setIsSaved(true);
      onSaved();
    },
  });
  const { form } = profile;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) }),
    [form, onTyped],
  );
  return (
    <>
      <p className="mt-2 mb-6 text-ink-soft">
        {offers.asksAddress
          ? "Printed photos will be sent to this address. You can change it any time."
          : "How we can reach you. You can change it any time."}
      </p>
      {profile.proof && <ContactProof proof={profile.proof} hasPassword={hasPassword} />}
      <form onSubmit={profile.submit} noValidate className="grid gap-5">
        <FormAlert message={profile.message} />
        <ProfileFields form={profile} isChild={isChild} offers={offers} />
        <Button type="submit" size="large" isBusy={profile.isBusy || isSaved} className="w-full">
          {profile.isBusy ? "Saving..." : "Save & Continue"}
        </Button>
      </form>
    </>
  );
}
