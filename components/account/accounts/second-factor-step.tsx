"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/account/accounts/code-field";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";

export interface SecondFactorStepProps {
  /** Signs in with the code. Throws an error with a readable message; the typed code stays. */
  onCode: (code: string) => Promise<void>;
  /** Back to the first step. */
  onBack: () => void;
}

/** The password was right: now ask for the authenticator app's code or a recovery code. */
export function SecondFactorStep({ onCode, onBack }: SecondFactorStepProps) {
  const [code, setCode] = useState("");
  const { run, isBusy, error, setError } = useAction(
    async () => {
      await onCode(code.trim());
      return leavingPage;
    },
    { fallback: "Login failed. Please try again." },
  );
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim()) void run();
    else setError("Please enter the code");
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <p>One more step: enter the code that your authenticator app shows.</p>
      <CodeField
        value={code}
        onChange={setCode}
        error={error}
        hint="No phone at hand? Use a recovery code instead."
      />
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Signing in..." className="w-full">
        Sign In with Love
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Start again
      </Button>
    </form>
  );
}
