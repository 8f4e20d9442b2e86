"use client";

import { PersonSelect } from "@/components/family/families/person-select";
import { useServerForm } from "@/components/forms/use-server-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { usePreferences } from "@/components/ui/preferences";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { createChild } from "@/lib/family/children/client/queries";
import { type ChildDto, createChildSchema } from "@/lib/family/children/schema";
import type { FamilyMemberDto } from "@/lib/family/families/schema";

export interface ChildAccountFormProps {
  /** The family's people without an account. */
  people: readonly FamilyMemberDto[];
  onCreated: (child: ChildDto) => void;
}

export function ChildAccountForm({ people, onCreated }: ChildAccountFormProps) {
  const { appName } = usePreferences();
  const { form, submit, message, isBusy, errorOf } = useServerForm({
    schema: createChildSchema,
    defaultValues: {
      memberId: "",
      displayName: "",
      birthDate: "",
      username: "",
      password: "",
      neverRecognize: false,
    },
    send: async (input) => {
      onCreated(await createChild({ ...input, memberId: input.memberId || null }));
    },
    failed: "The account could not be created. Please try again.",
  });
  const { register, setValue, watch, formState } = form;

  /** Fills in what the album knows about the chosen child, for checking. */
  function takeOver(memberId: string) {
    const person = people.find(({ id }) => id === memberId);
    if (!person) return;
    setValue("displayName", person.displayName, { shouldValidate: formState.isSubmitted });
    if (person.birthDate) {
      setValue("birthDate", person.birthDate, { shouldValidate: formState.isSubmitted });
    }
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <PersonSelect
        people={people}
        error={errorOf("memberId")}
        {...register("memberId", { onChange: (event) => takeOver(event.target.value) })}
      />
      <FormField label="Name" error={errorOf("displayName")} hint="What the family calls the child.">
        {(control) => <Input {...control} {...register("displayName")} autoComplete="off" />}
      </FormField>
      <FormField label="Date of birth" error={errorOf("birthDate")}>
        {(control) => <Input {...control} {...register("birthDate")} type="date" min="1900-01-01" />}
      </FormField>
      <FormField
        label="Username"
        error={errorOf("username")}
        hint="Letters, digits, dots, dashes and underscores. Something the child can type."
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
      <FormField label="Password" error={errorOf("password")} hint="At least 6 characters.">
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </FormField>
      <SettingSwitch
        label="Never look for this child's face"
        hint={`Even if the family lets ${appName} look for faces in its photos.`}
        checked={watch("neverRecognize") ?? false}
        onChange={(neverRecognize) => setValue("neverRecognize", neverRecognize)}
      />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Creating the account..."
        className="w-full"
      >
        Create Child Account
      </Button>
    </form>
  );
}
