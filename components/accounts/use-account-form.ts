import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { loadPage } from "@/lib/features/accounts/full-navigation";
import type { UserDto } from "@/lib/features/accounts/schema";
import { signInDestination } from "@/lib/features/accounts/sign-in-destination";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface AccountFormOptions<Typed extends FieldValues, Input> {
  schema: z.ZodType<Input, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** Makes the account and opens its session. */
  send: (input: Input) => Promise<UserDto | null>;
  onSignedIn?: (destination: string) => void;
}

/**
 * The signup forms' common course: checked here, sent, then home. What the server refuses stands at its field,
 * and nothing typed is lost.
 */
export function useAccountForm<Typed extends FieldValues, Input>({
  schema,
  defaultValues,
  send,
  onSignedIn = loadPage,
}: AccountFormOptions<Typed, Input>) {
  const { acceptUser } = useAuth();
  const [message, setMessage] = useState<string | null>(null);
  const [isSignedIn, setIsSignedIn] = useState(false);
  const form = useForm<Typed, unknown, Input>({ resolver: zodResolver(schema), defaultValues });

  const submit = form.handleSubmit(async (input) => {
    setMessage(null);
    try {
      const user = await send(input);
      if (user) acceptUser(user);
      setIsSignedIn(true);
      onSignedIn(signInDestination(user ?? { isSuperAdmin: false }, null));
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      if (field && field in form.getValues()) {
        form.setError(field as Path<Typed>, { message: errorMessage(error, "") }, { shouldFocus: true });
      } else {
        setMessage(errorMessage(error, "The account could not be created. Please try again."));
      }
    }
  });

  return {
    form,
    submit,
    /** A refusal that belongs to no field. */
    message,
    isBusy: form.formState.isSubmitting || isSignedIn,
    errorOf: (name: Path<Typed>): string | undefined => {
      const { error } = form.getFieldState(name, form.formState);
      return error?.message;
    },
  };
}
