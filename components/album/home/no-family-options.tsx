"use client";

import { Mail, Users } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { FamilyLine } from "@/components/family/families/family-line";
import { JoinFamilyForm } from "@/components/family/families/join-family-form";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { FamilyDto } from "@/lib/family/families/schema";

const CreateFamilyDialog = fetchedPart(
  async () => (await import("@/components/family/families/create-family-dialog")).CreateFamilyDialog,
);

/** The ways into an album: the person's families, an invitation, a new family. */
export function NoFamilyOptions({ families }: { families: FamilyDto[] }) {
  const { switchTo, isSwitching } = useSwitchFamily();
  const [isCreating, setIsCreating] = useState(false);
  const openerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      {families.length > 0 && (
        <ul aria-label="Your families" className="mt-7 grid gap-3">
          {families.map((family) => (
            <li key={family.id}>
              <button
                type="button"
                disabled={isSwitching}
                onClick={() => void switchTo(family.id)}
                className="flex min-h-16 w-full items-center gap-4 rounded-2xl border border-line-strong bg-card px-4 py-3 text-left font-semibold hover:bg-sunk [&>svg]:size-6 [&>svg]:flex-none [&>svg]:text-accent-strong"
              >
                <FamilyLine family={family} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-7 grid gap-4">
        <Way icon={<Mail aria-hidden="true" />} title="Join a family">
          <p className="mb-3">
            Ask an admin of your family's album for an invitation link. Open it, or paste it here.
          </p>
          <JoinFamilyForm />
        </Way>
        <Way icon={<Users aria-hidden="true" />} title="Create a family">
          <p className="mb-3">Start your own album. You'll be its owner and can invite your family.</p>
          <Button ref={openerRef} onClick={() => setIsCreating(true)}>
            Create New Family
          </Button>
        </Way>
      </ul>
      {isCreating && (
        <CreateFamilyDialog families={families} opener={openerRef} onClose={() => setIsCreating(false)} />
      )}
    </>
  );
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-2xl bg-sunk p-4 md:p-5 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:flex-none [&>svg]:text-accent-strong">
      {icon}
      <div className="min-w-0 flex-1">
        <h2 className="text-step-1">{title}</h2>
        <div className="mt-1 text-ink-soft">{children}</div>
      </div>
    </li>
  );
}
