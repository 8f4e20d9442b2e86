"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { PlanChoice } from "@/components/families/plan-choice";
import { useSwitchFamily } from "@/components/families/use-switch-family";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { keepToastForNextPage, takeKeptToast, toast } from "@/components/ui/toast";
import { loadPage } from "@/lib/features/accounts/full-navigation";
import { paymentPageOf, requestCreateFamily, userFamiliesKey } from "@/lib/features/families/queries";
import type { FamilyDto, FamilyTier } from "@/lib/features/families/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface CreateFamilyDialogProps {
  /** Those that one belongs to: who owns a free one is offered no other (specification 9.7). */
  families: readonly FamilyDto[];
  /** Gets the focus back. */
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
  const [fault, setFault] = useState<{ field: "name" | null; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function create() {
    if (!name.trim()) return setFault({ field: "name", message: "Family name is required" });
    setFault(null);
    setIsBusy(true);
    try {
      const family = await requestCreateFamily(name.trim(), tier);
      void queryClient.invalidateQueries({ queryKey: userFamiliesKey });
      keepToastForNextPage({ title: "Family created successfully" });
      if (await switchTo(family.id)) return;
      takeKeptToast();
      onClose();
    } catch (error) {
      const page = paymentPageOf(error);
      if (page) return loadPage(page);
      const message = errorMessage(error, "Please try again.");
      setFault({ field: error instanceof ApiError && error.field === "name" ? "name" : null, message });
      toast({ title: "Failed to create family", description: message, variant: "danger" });
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title="Create New Family"
      description="Each family has its own album. You'll be its owner and can invite anyone you like."
      submitLabel="Create family"
      busyLabel="Creating your family..."
      isBusy={isBusy}
      opener={opener}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <FormAlert message={fault && fault.field === null ? fault.message : null} />
      <TextField
        label="Family name"
        hint="The name of the album, for example The Okafors."
        error={fault?.field === "name" ? fault.message : undefined}
        value={name}
        maxLength={80}
        onValueChange={setName}
      />
      <PlanChoice isFreeHidden={ownsFree} tier={tier} onChange={setTier} />
    </FormDialog>
  );
}
