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

/** A controlled text field on one line. Browsers suggest nothing for it unless its purpose is given. */
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
