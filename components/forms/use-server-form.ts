import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { z } from "zod";
import { ApiError, errorMessage } from "@/lib/http/api-error";

export interface ServerFormOptions<Typed extends FieldValues, Input> {
  schema: z.ZodType<Input, Typed>;
  defaultValues: DefaultValues<Typed>;
  send: (input: Input) => Promise<void>;
  /** Said when the server refuses without a word. */
  failed: string;
  /** Said when it can't be reached; unless told, what the browser's client says. */
  unreachable?: string;
  /** For forms that say it elsewhere too, or instead of `message`. */
  onFailure?: (message: string) => void;
}

/** What the server says to people; null when its answer holds no words of ours. */
function wordsOf({ body }: ApiError): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { message, error } = body as { message?: unknown; error?: unknown };
  for (const words of [message, error]) if (typeof words === "string" && words) return words;
  return null;
}

/**
 * A form that is checked here and sent; what the server refuses is shown at its field. Nothing typed is lost. Forms
 * that only the server checks need no schema: `useAction` puts its errors at their fields without zod.
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
      const words = refusal ? (wordsOf(refusal) ?? failed) : (unreachable ?? errorMessage(error, failed));
      if (refusal?.field && refusal.field in form.getValues()) {
        form.setError(refusal.field as Path<Typed>, { message: words }, { shouldFocus: true });
      } else {
        setMessage(words);
      }
      onFailure?.(words);
    }
  });

  return {
    form,
    submit,
    /** A refusal that belongs to no field. */
    message,
    isBusy: form.formState.isSubmitting,
    errorOf: (name: Path<Typed>): string | undefined =>
      form.getFieldState(name, form.formState).error?.message,
  };
}
