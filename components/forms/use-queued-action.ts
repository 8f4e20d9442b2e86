import { useMutation, useMutationState } from "@tanstack/react-query";
import { toastFailure } from "@/components/forms/toast-failure";
import type { ActionOptions } from "@/components/forms/use-action";
import { errorMessage } from "@/lib/http/api-error";

/**
 * A write that can be started again before it has ended: they are sent one after the other, without retries, so the
 * last one counts.
 * @param name what is written; the same for all of its writes
 */
export function useQueuedAction<Input>(
  name: string,
  work: (input: Input) => Promise<unknown>,
  { failureTitle, fallback = "Please try again." }: Pick<ActionOptions, "failureTitle" | "fallback"> = {},
) {
  const mutationKey = [name];
  const { mutate, error } = useMutation({
    mutationKey,
    scope: { id: name },
    mutationFn: work,
    retry: false,
    onError: (failure) => {
      if (failureTitle) toastFailure(failureTitle, failure, fallback);
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => state.variables as Input,
  });
  return {
    run: mutate,
    /** The inputs that have not been written yet, in order. */
    pending,
    /** Why the last one failed, unless a toast shows it. */
    error: error && !failureTitle ? errorMessage(error, fallback) : null,
  };
}
