import { Controller } from "react-hook-form";
import { PhoneField } from "@/components/accounts/phone-field";
import type { ProfileForm } from "@/components/profile/use-profile-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

const lines = [
  { name: "addressFullName", label: "Full name", autoComplete: "name" },
  { name: "addressLine1", label: "Address line 1", autoComplete: "address-line1" },
  { name: "addressLine2", label: "Address line 2 (optional)", autoComplete: "address-line2" },
  { name: "addressCity", label: "City", autoComplete: "address-level2" },
  { name: "addressPostcode", label: "Postcode", autoComplete: "postal-code" },
] as const;

/** E-mail address, phone and where prints go; in the wizard and on /profile. */
export function ProfileFields({
  form: { form, errorOf },
  isChild,
  emailHint,
}: {
  form: ProfileForm;
  /** A child's account has no e-mail address. */
  isChild: boolean;
  emailHint?: string;
}) {
  return (
    <>
      {!isChild && (
        <FormField label="Email" error={errorOf("email")} hint={emailHint}>
          {(control) => (
            <Input
              {...control}
              {...form.register("email")}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
      )}
      <Controller
        control={form.control}
        name="phoneNumber"
        render={({ field }) => (
          <PhoneField
            label="Phone number"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={errorOf("phoneNumber")}
            hint="For the courier who brings your prints, and for a new password by text once you've confirmed it."
          />
        )}
      />
      <fieldset className="grid gap-5">
        <legend className="mb-3 font-display text-step-1 font-[560]">Where should prints go?</legend>
        {lines.map(({ name, label, autoComplete }) => (
          <FormField key={name} label={label} error={errorOf(name)}>
            {(control) => <Input {...control} {...form.register(name)} autoComplete={autoComplete} />}
          </FormField>
        ))}
      </fieldset>
    </>
  );
}
