"use client";

import { PersonSelect } from "@/components/family/families/person-select";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import type { FamilyMemberDto } from "@/lib/family/families/schema";
import { createInvitation } from "@/lib/family/invitations/client/queries";
import {
  type CreateInvitationInput,
  createInvitationSchema,
  type InvitationLinkDto,
} from "@/lib/family/invitations/schema";

export interface InviteFormProps {
  /** The family's people without an account. */
  people: readonly FamilyMemberDto[];
  onInvited: (link: InvitationLinkDto, input: CreateInvitationInput) => void;
}

export function InviteForm({ people, onInvited }: InviteFormProps) {
  const {
    form: { register },
    submit,
    message,
    isBusy,
    errorOf,
  } = useServerForm({
    schema: createInvitationSchema,
    defaultValues: { username: "", email: "", isAdmin: false, memberId: "" },
    send: async (input) => {
      onInvited(await createInvitation({ ...input, memberId: input.memberId || null }), input);
    },
    failed: "The invitation could not be created. Please try again.",
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <FormField
        label="Username"
        error={errorOf("username")}
        hint="The name they will sign in with. Your family sees it."
      >
        {(control) => (
          <Input
            {...control}
            {...register("username")}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField label="Email" error={errorOf("email")}>
        {(control) => <Input {...control} {...register("email")} type="email" autoComplete="off" />}
      </FormField>
      <PersonSelect people={people} error={errorOf("memberId")} {...register("memberId")} />
      <label className="flex min-h-14 cursor-pointer items-center gap-4">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">Administrator</span>
          <span id="admin-hint" className="block text-step--1 text-ink-soft">
            Can invite people, manage the family's users and change everything in the album.
          </span>
        </span>
        <input
          type="checkbox"
          aria-label="Administrator"
          aria-describedby="admin-hint"
          className="switch"
          {...register("isAdmin")}
        />
      </label>
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Inviting..." className="w-full">
        Invite
      </Button>
    </form>
  );
}
