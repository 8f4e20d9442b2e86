"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { PlanChoice } from "@/components/family/families/plan-choice";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { toastFailure } from "@/components/forms/toast-failure";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { saveToastForNextPage, takeSavedToast } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import type { FamilyTier } from "@/lib/core/families/schema";
import { createFamily, paymentPageOf, userFamiliesKey } from "@/lib/family/families/client/queries";
import type { FamilyDto } from "@/lib/family/families/schema";

export interface CreateFamilyDialogProps {
  /** The person's families: someone who owns a free one isn't offered another (specification 9.7). */
  families: readonly FamilyDto[];
  /** Regains focus when the dialog closes. */
  opener?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Specification 4.10: asks for the name; the family is created and then switched to. */
export function CreateFamilyDialog({ families, opener, onClose }: CreateFamilyDialogProps) {
  const queryClient = useQueryClient();
  const { switchTo } = useSwitchFamily();
  const ownsFree = families.some((one) => one.role === "owner" && one.subscription_tier === "free");
  const [name, setName] = useState("");
  const [tier, setTier] = useState<FamilyTier>(ownsFree ? "family" : "free");
  const { run, isBusy, error, errorOf, setError } = useAction(create, {
    fields: ["name"],
    onFailure: (cause) => toastFailure("Failed to create family", cause),
  });

  async function create() {
    try {
      const family = await createFamily(name.trim(), tier);
      void queryClient.invalidateQueries({ queryKey: userFamiliesKey });
      saveToastForNextPage({ title: "Family created successfully" });
      if (await switchTo(family.id)) return leavingPage;
    } catch (cause) {
      const page = paymentPageOf(cause);
      if (!page) throw cause;
      loadPage(page);
      return leavingPage;
    }
    takeSavedToast();
    onClose();
  }

  return (
    <FormDialog
      title="Create New Family"
      description="Each family has its own album. You'll be its owner and can invite anyone you like."
      submitLabel="Create family"
      busyLabel="Creating your family..."
      isBusy={isBusy}
      opener={opener}
      onSubmit={() => (name.trim() ? void run() : setError("Family name is required", "name"))}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <TextField
        label="Family name"
        hint="The name of the album, for example The Okafors."
        error={errorOf("name")}
        value={name}
        maxLength={80}
        onValueChange={setName}
      />
      <PlanChoice isFreeHidden={ownsFree} tier={tier} onChange={setTier} />
    </FormDialog>
  );
}
