"use client";

import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

export interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error?: string | null | undefined;
  hint?: string;
}

/** The authenticator app's code; phones show their number pad. */
export function CodeField({ value, onChange, error, hint }: CodeFieldProps) {
  return (
    <FormField label="Code" error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          name="code"
          inputMode={hint ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
          className="font-mono text-step-1 tracking-widest"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
