"use client";

import type { FormEvent } from "react";
import { useOwnName } from "@/components/account/profile/use-own-name";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/account/accounts/schema";

/** The name everyone sees, chosen by the person: saved without the address that prints need. */
export function OwnNameCard({ user: initialUser }: { user: UserDto }) {
  const { user, title, change, save, error, isBusy } = useOwnName(initialUser);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await save()) toast({ title: "Name saved" });
  }

  return (
    <Card className="p-5 md:p-7" aria-label="Your name">
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <TextField
          label="What should we call you?"
          hint="Such as Mum, Grandad or Dr Lind. Everyone in your families sees this name."
          autoComplete="nickname"
          // The family's name for them, until they choose their own.
          placeholder={user.displayName}
          value={title}
          error={error}
          maxLength={60}
          onValueChange={change}
        />
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Saving..."
          className="justify-self-start max-sm:w-full"
        >
          Save name
        </Button>
      </form>
    </Card>
  );
}
