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
}

/** What the server says to people; null when its answer holds no words of ours. */
function wordsOf({ body }: ApiError): string | null {
  if (typeof body !== "object" || body === null) return null;
  const { message, error } = body as { message?: unknown; error?: unknown };
  for (const words of [message, error]) if (typeof words === "string" && words) return words;
  return null;
}

/**
 * The common course of forms: checked here, sent, and what the server refuses stands at its field. Nothing typed
 * is lost.
 */
export function useServerForm<Typed extends FieldValues, Input>({
  schema,
  defaultValues,
  send,
  failed,
  unreachable,
}: ServerFormOptions<Typed, Input>) {
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm<Typed, unknown, Input>({ resolver: zodResolver(schema), defaultValues });

  const submit = form.handleSubmit(async (input) => {
    setMessage(null);
    try {
      await send(input);
    } catch (error) {
      if (!(error instanceof ApiError)) return setMessage(unreachable ?? errorMessage(error, failed));
      const words = wordsOf(error) ?? failed;
      if (error.field && error.field in form.getValues()) {
        form.setError(error.field as Path<Typed>, { message: words }, { shouldFocus: true });
      } else {
        setMessage(words);
      }
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
