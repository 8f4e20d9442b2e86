"use client";

import { useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select } from "@/components/ui/select";
import { dialCodes, joinPhone, parsePhone } from "@/lib/shared/dial-codes";

export interface PhoneFieldProps {
  label: string;
  /** Country code and number in one string; "" for none. */
  value: string;
  onChange: (phone: string) => void;
  onBlur?: () => void;
  /** The input that a form focuses when the number is refused. */
  inputRef?: (input: HTMLInputElement | null) => void;
  error?: string | undefined;
  hint?: string;
}

/** A phone number in two parts, country and number, stored as one string (specification 3 and 9.8). */
export function PhoneField({ label, value, onChange, onBlur, inputRef, error, hint }: PhoneFieldProps) {
  const id = useId();
  const [parts, setParts] = useState(() => parsePhone(value));
  // Set from outside: saved text that was restored, or a profile that was reloaded.
  if (joinPhone(parts) !== value && joinPhone(parsePhone(value)) !== joinPhone(parts)) {
    setParts(parsePhone(value));
  }
  function change(next: typeof parts) {
    setParts(next);
    onChange(joinPhone(next));
  }
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-2">
        {/* When closed, the box shows only the code, which fits; its list names the countries. */}
        <div className="relative w-[6.5rem] flex-none [&_option]:text-ink [&_select]:text-transparent">
          <Select
            aria-label="Country code"
            autoComplete="tel-country-code"
            value={parts.dialCode}
            onChange={(event) => change({ ...parts, dialCode: event.target.value })}
          >
            {dialCodes.map(({ code, country }) => (
              <option key={code} value={code}>
                {code} {country}
              </option>
            ))}
          </Select>
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-4 grid items-center"
          >
            {parts.dialCode}
          </span>
        </div>
        <Input
          id={id}
          ref={inputRef}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          className="min-w-0 flex-1"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          value={parts.number}
          onBlur={onBlur}
          onChange={(event) => change({ ...parts, number: event.target.value })}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-step--1 text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
