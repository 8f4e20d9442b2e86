"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { SettingSwitch } from "@/components/settings/setting-switch";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioCard } from "@/components/ui/radio-card";
import { toast } from "@/components/ui/toast";
import { plans } from "@/lib/features/families/plans";
import { organizationsKey, requestOrganizationUpdate } from "@/lib/features/super-admin/queries";
import type { AdminOrganizationDto } from "@/lib/features/super-admin/schema";
import { errorMessage } from "@/lib/http/api-error";

const tiers = ["free", "family", "premium"] as const;

/** A family's plan, and whether its album is open. */
export function FamilyDialog({ family, onClose }: { family: AdminOrganizationDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [tier, setTier] = useState(family.subscriptionTier);
  const [suspended, setSuspended] = useState(family.suspended);
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = {
    ...(tier === family.subscriptionTier ? {} : { subscriptionTier: tier }),
    ...(suspended === family.suspended ? {} : { suspended }),
  };
  const isSuspending = change.suspended === true;

  async function save() {
    if (Object.keys(change).length === 0) return onClose();
    setMessage(null);
    setIsBusy(true);
    try {
      await requestOrganizationUpdate(family.id, change);
      await queryClient.invalidateQueries({ queryKey: [organizationsKey] });
      toast({ title: `${family.name} is updated` });
      onClose();
    } catch (error) {
      setMessage(errorMessage(error, "It could not be saved. Please try again."));
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={family.name}
      description="Changes are recorded in the activity log."
      submitLabel={isSuspending ? "Suspend the family" : "Save"}
      busyLabel="Saving..."
      variant={isSuspending ? "danger" : "primary"}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <FormAlert message={message} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">Plan</legend>
        <div className="grid gap-2.5">
          {tiers.map((one) => (
            <RadioCard
              key={one}
              name="tier"
              value={one}
              isChecked={tier === one}
              onChoose={() => setTier(one)}
            >
              <span className="font-semibold">{plans[one].name}</span>
            </RadioCard>
          ))}
        </div>
        <p className="mt-2 text-step--1 text-ink-soft">
          Free of charge. A plan the family pays for by card stays, and a smaller plan deletes nothing.
        </p>
      </fieldset>
      <SettingSwitch
        label="Suspended"
        hint="Its people can sign in and download their own data, but can't see the album. Nothing is deleted, and it reopens as it was."
        checked={suspended}
        onChange={setSuspended}
      />
    </FormDialog>
  );
}
