"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioCard } from "@/components/ui/radio-card";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { toast } from "@/components/ui/toast";
import { plans } from "@/lib/core/plans/plans";
import { organizationsKey, updateOrganization } from "@/lib/operations/super-admin/client/queries";
import type { AdminOrganizationDto } from "@/lib/operations/super-admin/schema";

const tiers = ["free", "family", "premium"] as const;

/** A family's plan, and whether its album is open. */
export function FamilyDialog({ family, onClose }: { family: AdminOrganizationDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [tier, setTier] = useState(family.subscriptionTier);
  const [suspended, setSuspended] = useState(family.suspended);
  const change = {
    ...(tier === family.subscriptionTier ? {} : { subscriptionTier: tier }),
    ...(suspended === family.suspended ? {} : { suspended }),
  };
  const isSuspending = change.suspended === true;

  const { run, isBusy, error } = useAction(
    async () => {
      await updateOrganization(family.id, change);
      await queryClient.invalidateQueries({ queryKey: [organizationsKey] });
      toast({ title: `${family.name} is updated` });
      onClose();
    },
    { fallback: "It could not be saved. Please try again." },
  );

  return (
    <FormDialog
      title={family.name}
      description="Changes are recorded in the activity log."
      submitLabel={isSuspending ? "Suspend the family" : "Save"}
      busyLabel="Saving..."
      variant={isSuspending ? "danger" : "primary"}
      isBusy={isBusy}
      onSubmit={() => (Object.keys(change).length > 0 ? void run() : onClose())}
      onClose={onClose}
    >
      <FormAlert message={error} />
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
          Free of charge for the family. A plan they pay for by card stays, and a smaller plan deletes
          nothing.
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
