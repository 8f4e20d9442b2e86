import { Controller } from "react-hook-form";
import { PhoneField } from "@/components/account/accounts/phone-field";
import type { ProfileForm } from "@/components/account/profile/use-profile-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { UserDto } from "@/lib/account/accounts/schema";
import { countryCodes, countryName } from "@/lib/shared/countries";

const lines = [
  { name: "addressFullName", label: "Full name", autoComplete: "name" },
  { name: "addressLine1", label: "Address line 1", autoComplete: "address-line1" },
  { name: "addressLine2", label: "Address line 2 (optional)", autoComplete: "address-line2" },
  { name: "addressCity", label: "City", autoComplete: "address-level2" },
  { name: "addressPostcode", label: "Postcode", autoComplete: "postal-code" },
] as const;

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) ?? code }))
  .sort((one, other) => one.name.localeCompare(other.name, "en-GB"));

/** Email address, phone and shipping address; in the wizard and on /profile. */
export function ProfileFields({
  form: { form, errorOf },
  isChild,
  offers,
  emailHint,
}: {
  form: ProfileForm;
  /** A child's account has no email address. */
  isChild: boolean;
  offers: UserDto["offers"];
  emailHint?: string;
}) {
  const isRequired = offers.asksAddress && !isChild;
  const isAddressShown = offers.prints || offers.gifts;
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
            label={isRequired ? "Phone number" : "Phone number (optional)"}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={errorOf("phoneNumber")}
            hint={
              isAddressShown
                ? "For the courier who brings your prints, and for a new password by text once you've confirmed it."
                : "For a new password by text once you've confirmed it."
            }
          />
        )}
      />
      {isAddressShown && (
        <fieldset className="grid gap-5">
          <legend className="mb-3 font-display text-step-1 font-[560]">
            {offers.prints ? "Where should prints go?" : "Where should gifts go?"}
          </legend>
          {!isRequired && (
            <p className="-mt-2 text-ink-soft">You can leave this empty until you order something.</p>
          )}
          {lines.map(({ name, label, autoComplete }) => (
            <FormField key={name} label={label} error={errorOf(name)}>
              {(control) => <Input {...control} {...form.register(name)} autoComplete={autoComplete} />}
            </FormField>
          ))}
          <FormField label="Country" error={errorOf("addressCountry")}>
            {(control) => (
              <Select {...control} {...form.register("addressCountry")} autoComplete="country">
                {countries.map(({ code, name }) => (
                  // The server and the browser may name a country differently.
                  <option key={code} value={code} suppressHydrationWarning>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </fieldset>
      )}
    </>
  );
}
