"use client";

import { useState } from "react";
import { continueElsewhere } from "@/components/family/families/continue-elsewhere";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { leaveFamily } from "@/lib/family/families/client/queries";
import type { FamilyDto } from "@/lib/family/families/schema";

/** Leaves the family; the server tells the last owner what to do first. */
export function LeaveFamily({ family }: { family: FamilyDto }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isBusy, error } = useAction(
    async () => {
      await leaveFamily();
      await continueElsewhere(`You have left ${family.name}`);
      return leavingPage;
    },
    { fallback: "You could not leave. Please try again.", onFailure: () => setIsAsking(false) },
  );

  return (
    <section aria-labelledby="leave-family" className="grid gap-3">
      <h2 id="leave-family" className="text-step-1">
        Leave this family
      </h2>
      <p className="text-ink-soft">
        You'll no longer see this album. What you uploaded stays with the family, and you keep your account.
      </p>
      <FormAlert message={error} />
      <Button
        variant="secondary"
        className="justify-self-start max-sm:w-full"
        onClick={() => setIsAsking(true)}
      >
        Leave family
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Leave ${family.name}?`}
        description="You lose access immediately, on every device. To come back, you'll need an invitation from an admin."
        confirmLabel="Leave family"
        isBusy={isBusy}
        onConfirm={() => void run()}
      />
    </section>
  );
}
