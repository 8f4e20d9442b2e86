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
  const stuck = plan.families.filter(({ fate }) => fate === "needsOwner");
  return (
    <section aria-labelledby="delete-account" className="grid gap-3 rounded-2xl border border-danger p-5">
      <h2 id="delete-account" className="text-step-1">
        Delete your account
      </h2>
      {user.isChild ? (
        <p className="text-ink-soft">
          Your family's admins look after your account. Ask one of them if you would like it deleted.
        </p>
      ) : stuck.length > 0 ? (
        <>
          <p className="text-ink-soft">
            You are the only owner of {stuck.map(({ name }) => name).join(" and ")}, and it has other members.
            A family needs an owner, so make someone else its owner first.
          </p>
          <Link href="/settings?tab=family" className="text-link inline-flex min-h-11 items-center">
            Transfer ownership
          </Link>
        </>
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
