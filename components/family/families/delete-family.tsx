"use client";

import { useRef, useState } from "react";
import { DeletionDialog } from "@/components/account/accounts/deletion-dialog";
import { continueElsewhere } from "@/components/family/families/continue-elsewhere";
import { Button } from "@/components/ui/button";
import { deleteFamily } from "@/lib/family/families/client/queries";
import type { FamilyDto } from "@/lib/family/families/schema";

const gone = [
  "Every photo and video, including the trash, with their descriptions, hashtags and hearts.",
  "The family members with their birthdays, and open invitations.",
  "The accounts of children who belong to no other family.",
];

/** Permanently deletes the family: explains what is lost, and asks for the typed name and the password. */
export function DeleteFamily({ family }: { family: FamilyDto }) {
  const [isOpen, setIsOpen] = useState(false);
  const openerRef = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="delete-family" className="grid gap-3 rounded-2xl border border-danger p-5">
      <h2 id="delete-family" className="text-step-1">
        Delete this family
      </h2>
      <p className="text-ink-soft">
        This permanently deletes the album and everything in it. Download what you want to keep first.
      </p>
      <Button
        ref={openerRef}
        variant="danger"
        className="justify-self-start max-sm:w-full"
        onClick={() => setIsOpen(true)}
      >
        Delete family
      </Button>
      {isOpen && <DeleteFamilyDialog family={family} opener={openerRef} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

interface DeleteFamilyDialogProps {
  family: FamilyDto;
  opener: { current: HTMLElement | null };
  onClose: () => void;
}

function DeleteFamilyDialog({ family, opener, onClose }: DeleteFamilyDialogProps) {
  return (
    <DeletionDialog
      title={`Delete ${family.name}?`}
      description="This can't be undone. Everyone loses access immediately, and we'll email the others."
      name={{ field: "name", value: family.name, isTyped: (typed) => typed.trim() === family.name }}
      isPasswordAsked
      failed="The family could not be deleted. Please try again."
      opener={opener}
      onDelete={async ({ password }) => {
        await deleteFamily(password);
        await continueElsewhere(`${family.name} is deleted`);
      }}
      onClose={onClose}
    >
      <div>
        <p className="font-semibold">This will be deleted:</p>
        <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-soft">
          {gone.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="mt-2.5 text-ink-soft">This stays: everyone's own account and other families.</p>
      </div>
    </DeletionDialog>
  );
}
