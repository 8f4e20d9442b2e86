import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useAuth } from "@/components/session/session-auth-provider";
import { toast } from "@/components/ui/toast";
import type { UserDto } from "@/lib/account/accounts/schema";
import { saveProfile } from "@/lib/account/profile/client/queries";
import { type ProfileDto, type ProfileUpdateInput, profileFormSchema } from "@/lib/account/profile/schema";
import type { Proof } from "@/lib/account/security/schema";
import { ApiError, errorMessage } from "@/lib/http/api-error";

/** The fields as typed. */
export interface ProfileValues {
  email: string;
  phoneNumber: string;
  addressFullName: string;
  addressLine1: string;
  addressLine2: string;
  addressCity: string;
  addressPostcode: string;
  addressCountry: string;
}

/** The forms' initial values. A pending address is shown in the field: it is what the person typed last. */
export function profileValues(user: UserDto & { pendingEmail?: string | null }): ProfileValues {
  return {
    email: user.pendingEmail ?? user.email ?? "",
    phoneNumber: user.phoneNumber ?? "",
    addressFullName: user.addressFullName ?? "",
    addressLine1: user.addressLine1 ?? "",
    addressLine2: user.addressLine2 ?? "",
    addressCity: user.addressCity ?? "",
    addressPostcode: user.addressPostcode ?? "",
    addressCountry: user.addressCountry ?? user.offers.country,
  };
}

export interface ProfileFormOptions {
  isChild: boolean;
  /** Whether phone and address are required (specification 4.2). */
  asksAddress: boolean;
  defaultValues: ProfileValues;
  onSaved: (profile: ProfileDto) => void;
}

/** The profile form in the wizard and on /profile: checked here, saved, and reported (specification 8.3, 8.8). */
export function useProfileForm({ isChild, asksAddress, defaultValues, onSaved }: ProfileFormOptions) {
  const { acceptUser } = useAuth();
  const [message, setMessage] = useState<string | null>(null);
  const [unproven, setUnproven] = useState<ProfileUpdateInput | null>(null);
  const resolver = zodResolver(profileFormSchema({ isChild, asksAddress })) as unknown as Resolver<
    ProfileValues,
    unknown,
    ProfileUpdateInput
  >;
  const form = useForm<ProfileValues, unknown, ProfileUpdateInput>({ resolver, defaultValues });

  async function save(input: ProfileUpdateInput) {
    const { pendingEmail, phoneConfirmed, ...user } = await saveProfile(input);
    acceptUser(user);
    toast({ title: "Profile updated" });
    onSaved({ ...user, pendingEmail, phoneConfirmed });
  }

  /** Shows a validation error at its field. @returns false if it belongs to none */
  function showAtField(error: unknown): boolean {
    const field = error instanceof ApiError ? error.field : undefined;
    if (!field || !(field in form.getValues())) return false;
    const at = field as keyof ProfileValues;
    form.setError(at, { message: errorMessage(error, "") }, { shouldFocus: true });
    return true;
  }

  const submit = form.handleSubmit(async (input) => {
    setMessage(null);
    try {
      await save(input);
    } catch (error) {
      // The server decides which change needs proof.
      if (error instanceof ApiError && (error.field === "password" || error.code === "password_needed")) {
        setUnproven(input);
        return;
      }
      if (!showAtField(error) && error instanceof ApiError && error.status === 429) {
        setMessage(error.userMessage);
      }
      toast({
        title: "Error updating profile",
        description: "There was an error saving your profile. Please try again.",
        variant: "danger",
      });
    }
  });

  return {
    form,
    submit,
    /** The change waiting for the password or a passkey; null if there is none. */
    proof: unproven && {
      onClose: () => setUnproven(null),
      onProof: async (proof: Proof) => {
        try {
          await save({ ...unproven, ...proof });
        } catch (error) {
          if (!showAtField(error)) throw error;
        }
        setUnproven(null);
      },
    },
    /** An error that belongs to no field. */
    message,
    isBusy: form.formState.isSubmitting,
    errorOf: (name: keyof ProfileValues): string | undefined =>
      form.getFieldState(name, form.formState).error?.message,
  };
}

export type ProfileForm = ReturnType<typeof useProfileForm>;
