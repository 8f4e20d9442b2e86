"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { saveToastForNextPage } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { changeRole, usersOptions } from "@/lib/family/families/client/queries";
import type { FamilyDto, FamilyUserDto } from "@/lib/family/families/schema";

/** Makes someone else the owner; the previous owner stays as an admin. */
export function PassOwnership({ self, family }: { self: { id: string }; family: FamilyDto }) {
  const { data: users } = useQuery(usersOptions());
  const [chosen, setChosen] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const candidates = users?.filter((user) => user.id !== self.id && !user.isChild) ?? [];
  const heir = candidates.find((user) => user.id === chosen);

  const { run, isBusy, error } = useAction(
    async ({ id, displayName }: FamilyUserDto) => {
      // In this order the family always has an owner.
      await changeRole(id, "owner");
      await changeRole(self.id, "admin");
      saveToastForNextPage({ title: `${displayName} is now the owner of ${family.name}` });
      loadPage("/settings?tab=family");
      return leavingPage;
    },
    {
      fallback: "Ownership could not be transferred. Please try again.",
      onFailure: () => setIsAsking(false),
    },
  );

  return (
    <section aria-labelledby="pass-ownership" className="grid gap-3">
      <h2 id="pass-ownership" className="text-step-1">
        Transfer ownership
      </h2>
      <p className="text-ink-soft">
        The owner looks after billing and can delete the family. You stay on as an admin. To add a second
        owner instead, change a role under Manage Users.
      </p>
      <FormAlert message={error} />
      {users && candidates.length === 0 ? (
        <p className="text-ink-soft">There is no other grown-up in this family yet.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <FormField label="New owner" className="min-w-56 flex-1">
            {(control) => (
              <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
                <option value="">Choose someone</option>
                {candidates.map((user) => (
                  <option key={user.id} value={user.id}>
                    {user.displayName}
                    {user.email && ` (${user.email})`}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <Button
            variant="secondary"
            className="min-h-12 max-sm:w-full"
            disabled={!heir}
            onClick={() => setIsAsking(true)}
          >
            Transfer
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Make ${heir?.displayName ?? ""} the owner of ${family.name}?`}
        description="You become an admin immediately. Only an owner can make you an owner again."
        confirmLabel="Transfer ownership"
        variant="primary"
        isBusy={isBusy}
        onConfirm={() => heir && void run(heir)}
      />
    </section>
  );
}
