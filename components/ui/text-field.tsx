import type { ComponentProps } from "react";
import { FormField, type FormFieldProps } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

export interface TextFieldProps
  extends Omit<FormFieldProps, "children">,
    Pick<
      ComponentProps<typeof Input>,
      | "type"
      | "min"
      | "maxLength"
      | "inputMode"
      | "autoCapitalize"
      | "autoComplete"
      | "spellCheck"
      | "placeholder"
    > {
  value: string;
  onValueChange: (value: string) => void;
}

/** A line of text whose value the caller holds. Browsers suggest nothing for it unless told what it is for. */
export function TextField({ label, error, hint, className, onValueChange, ...input }: TextFieldProps) {
  return (
    <FormField label={label} error={error} hint={hint} {...(className ? { className } : {})}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          {...input}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
