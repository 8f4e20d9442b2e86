import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface ServerFormOptions<Typed extends FieldValues, Input> {
  schema: z.ZodType<Input, Typed>;
  defaultValues: DefaultValues<Typed>;
  send: (input: Input) => Promise<void>;
  /** Shown when the server refuses without a message. */
  failed: string;
  /** Shown if the server can't be reached; by default the HTTP client's message. */
  unreachable?: string;
  /** For forms that report the failure elsewhere too, or instead of `message`. */
  onFailure?: (message: string) => void;
}

/** The server's readable message; null when its answer contains none. */
function messageOf({ body }: ApiError): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { message, error } = body as { message?: unknown; error?: unknown };
  for (const text of [message, error]) if (typeof text === "string" && text) return text;
  return null;
}

/**
 * A form that is validated here and sent; the server's errors are shown at their fields. Nothing typed is lost. Forms
 * validated only by the server need no schema: `useAction` puts its errors at their fields without zod.
 */
export function useServerForm<Typed extends FieldValues, Input>({
  schema,
  defaultValues,
  send,
  failed,
  unreachable,
  onFailure,
}: ServerFormOptions<Typed, Input>) {
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm<Typed, unknown, Input>({ resolver: zodResolver(schema), defaultValues });

  const submit = form.handleSubmit(async (input) => {
    setMessage(null);
    try {
      await send(input);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const message = refusal ? (messageOf(refusal) ?? failed) : (unreachable ?? errorMessage(error, failed));
      if (refusal?.field && refusal.field in form.getValues()) {
        form.setError(refusal.field as Path<Typed>, { message }, { shouldFocus: true });
      } else {
        setMessage(message);
      }
      onFailure?.(message);
    }
  });

  return {
    form,
    submit,
    /** An error that belongs to no field. */
    message,
    isBusy: form.formState.isSubmitting,
    errorOf: (name: Path<Typed>): string | undefined =>
      form.getFieldState(name, form.formState).error?.message,
  };
}
