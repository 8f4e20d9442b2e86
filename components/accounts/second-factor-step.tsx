"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { CodeField } from "@/components/accounts/code-field";
import { Button } from "@/components/ui/button";
import { errorMessage } from "@/lib/http/api-error";

export interface SecondFactorStepProps {
  /** Signs in with it. Throws in words for people; what was typed stays. */
  onCode: (code: string) => Promise<void>;
  /** Back to the first step. */
  onBack: () => void;
}

/** The password was right: now the authenticator app's code, or a recovery code. */
export function SecondFactorStep({ onCode, onBack }: SecondFactorStepProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!code.trim()) return setError("Please enter the code");
    setError(undefined);
    setIsBusy(true);
    try {
      await onCode(code.trim());
    } catch (thrown) {
      setError(errorMessage(thrown, "Login failed. Please try again."));
      setIsBusy(false);
    }
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
      <Button type="submit" size="large" isBusy={isBusy} className="w-full">
        {isBusy ? "Signing in..." : "Sign In with Love"}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Start again
      </Button>
    </form>
  );
}
