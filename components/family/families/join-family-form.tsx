"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { invitationPath } from "@/lib/family/families/client/invitation-address";

/** Takes an invitation's link or code to its page. */
export function JoinFamilyForm() {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();

  function open(event: FormEvent) {
    event.preventDefault();
    const path = invitationPath(typed);
    if (path) loadPage(path);
    else setError("This isn't an invitation link. Please copy the whole link from the email.");
  }

  return (
    <form onSubmit={open} noValidate className="flex flex-wrap items-end gap-3">
      <FormField label="Invitation link" error={error} className="min-w-56 flex-1 text-ink">
        {(control) => (
          <Input
            {...control}
            value={typed}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </FormField>
      <Button type="submit" variant="secondary" className="min-h-12">
        Open invitation
      </Button>
    </form>
  );
}
