"use client";

import { useEffect } from "react";
import { AccountFields } from "@/components/account/accounts/account-fields";
import { useAccountForm } from "@/components/account/accounts/use-account-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { setUpAlbum } from "@/lib/account/first-run/client/queries";
import { firstRunSchema, setupCodeKey } from "@/lib/account/first-run/schema";

/** Creates the owner of an empty installation and names the album, then leads to the setup page. */
export function FirstRunForm({ goTo = loadPage }: { goTo?: (address: string) => void }) {
  const { form, submit, message, isBusy, errorOf } = useAccountForm({
    schema: firstRunSchema,
    defaultValues: { code: "", familyName: "", username: "", email: "", password: "" },
    send: setUpAlbum,
    onSignedIn: () => goTo("/setup"),
  });
  const { setValue } = form;
  useEffect(() => {
    const readCode = () => {
      const code = new URLSearchParams(window.location.hash.slice(1)).get(setupCodeKey);
      if (code) setValue("code", code);
    };
    readCode();
    // If the page is already open, opening the printed address only changes the hash.
    window.addEventListener("hashchange", readCode);
    return () => window.removeEventListener("hashchange", readCode);
  }, [setValue]);
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <FormField
        label="Setup code"
        error={errorOf("code")}
        hint="The server prints it when it starts. It proves that the server is yours."
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("code")}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </FormField>
      <FormField
        label="Album name"
        error={errorOf("familyName")}
        hint="Usually your family's, for example The Okafors."
      >
        {(control) => <Input {...control} {...form.register("familyName")} autoComplete="off" />}
      </FormField>
      <AccountFields register={form.register} errorOf={errorOf} />
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Setting up your album..."
        className="w-full"
      >
        Set up your album
      </Button>
    </form>
  );
}
