import { useEffect, useRef, useState } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { ApiError, errorMessage } from "@/lib/http/api-error";

/** Returned by an action's work when the page is about to go: the action stays busy until it does. */
export const leavingPage = Symbol("leavingPage");

export interface ActionOptions {
  /** The title of a toast about the failure. Without it, the caller shows `error` and `errorOf` in place. */
  failureTitle?: string;
  /** Shown when the error carries no message for people, as without a connection. */
  fallback?: string;
  /** Fields that show their own error (`errorOf`); `error` has the rest. */
  fields?: readonly string[];
  /** Called after the failure was shown. */
  onFailure?: (error: unknown) => void;
  /** Called after success and failure alike; the action stays busy until it returns. */
  onSettled?: () => unknown;
}

interface Fault {
  message: string;
  field: string | undefined;
}

/** The person's current surroundings: the form or dialog, otherwise the page. */
const surroundings = () => document.activeElement?.closest("form, [role=dialog]") ?? document.body;

/**
 * A write started by a person: one at a time, without retries. Queued ones use `useQueuedAction`; optimistic or
 * retried writes are mutations (`useMutation`). A field with an error gets focus.
 */
export function useAction<Input = void>(
  work: (input: Input) => Promise<unknown>,
  { failureTitle, fallback, fields = [], onFailure, onSettled }: ActionOptions = {},
) {
  const [pending, setPending] = useState<{ input: Input } | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  // State lags a render behind: two presses in one frame would both see it idle.
  const isRunning = useRef(false);
  const startedIn = useRef<Element>(null);

  // A waiting control is disabled and can't be focused, so only once the action has ended.
  const refusal = pending ? null : fault;
  useEffect(() => {
    if (!refusal?.field) return;
    startedIn.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);

  function fail(error: unknown) {
    if (failureTitle) {
      toastFailure(failureTitle, error, fallback);
    } else {
      const field = error instanceof ApiError ? error.field : undefined;
      setFault({ message: errorMessage(error, fallback ?? "Please try again."), field });
    }
    onFailure?.(error);
  }

  /** @returns whether it succeeded */
  async function run(input: Input): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    startedIn.current = surroundings();
    setPending({ input });
    setFault(null);
    let hasSucceeded = false;
    try {
      const result = await work(input);
      if (result === leavingPage) return true;
      hasSucceeded = true;
    } catch (error) {
      fail(error);
    }
    await onSettled?.();
    isRunning.current = false;
    setPending(null);
    return hasSucceeded;
  }

  // "paragraphs.2" is about the paragraphs.
  const isFor = (field: string) => fault?.field === field || fault?.field?.split(".")[0] === field;
  return {
    run,
    isBusy: pending !== null,
    /** The input of the action in progress. */
    busyWith: pending?.input,
    /** The field the server refused. */
    errorField: fault?.field,
    /** Why the last run failed, unless a field shows it. */
    error: fault && !fields.some(isFor) ? fault.message : null,
    errorOf: (field: string) => (isFor(field) ? fault?.message : undefined),
    /** Shows an error found before anything is sent; null clears it. */
    setError: (message: string | null, field?: string) => {
      startedIn.current = surroundings();
      setFault(message === null ? null : { message, field });
    },
  };
}
