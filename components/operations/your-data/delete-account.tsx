"use client";

import Link from "next/link";
import { useRef, useState } from "react";
import { DeleteAccountDialog } from "@/components/operations/your-data/delete-account-dialog";
import { Button } from "@/components/ui/button";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";

/** Deletes the account, or explains why that isn't possible yet and what to do first. */
export function DeleteAccount({ user, plan }: { user: UserDto; plan: AccountDeletionPlan }) {
  const [isOpen, setIsOpen] = useState(false);
  const openerRef = useRef<HTMLButtonElement>(null);
  const isStuck = plan.families.some(({ fate }) => fate === "needsOwner" || fate === "needsDeletion");
  return (
    <section aria-labelledby="delete-account" className="grid gap-3 rounded-2xl border border-danger p-5">
      <h2 id="delete-account" className="text-step-1">
        Delete your account
      </h2>
      {user.isChild ? (
        <p className="text-ink-soft">
          Your family's admins look after your account. Ask one of them if you would like it deleted.
        </p>
      ) : isStuck ? (
        <StuckFamilies plan={plan} />
      ) : (
        <>
          <p className="text-ink-soft">
            This permanently deletes your account and signs you out everywhere. Download what you want to keep
            first.
          </p>
          <Button
            ref={openerRef}
            variant="danger"
            className="justify-self-start max-sm:w-full"
            onClick={() => setIsOpen(true)}
          >
            Delete account
          </Button>
        </>
      )}
      {isOpen && (
        <DeleteAccountDialog user={user} plan={plan} opener={openerRef} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}

/** The families that would be left without an owner, and what to do about them first. */
function StuckFamilies({ plan }: { plan: AccountDeletionPlan }) {
  const ofFate = (wanted: string) => plan.families.filter(({ fate }) => fate === wanted);
  const needsOwner = ofFate("needsOwner");
  return (
    <>
      {needsOwner.map(({ id, name }) => (
        <p key={id} className="text-ink-soft">
          You are the only owner of {name}, and it has other members. A family needs an owner, so make someone
          else its owner first.
        </p>
      ))}
      {ofFate("needsDeletion").map(({ id, name }) => (
        <p key={id} className="text-ink-soft">
          You are the only owner of {name}, and nobody else in it can become its owner. Delete the family
          first.
        </p>
      ))}
      <Link href="/settings?tab=family" className="text-link inline-flex min-h-11 items-center">
        {needsOwner.length > 0 ? "Transfer ownership" : "Family settings"}
      </Link>
    </>
  );
}
