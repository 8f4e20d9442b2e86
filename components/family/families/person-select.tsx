import type { ComponentProps } from "react";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import type { FamilyMemberDto } from "@/lib/family/families/schema";

/** The people in the family without an account: a new account can be for one of them. */
export function PersonSelect({
  people,
  error,
  ...rest
}: { people: readonly FamilyMemberDto[]; error: string | undefined } & Omit<
  ComponentProps<"select">,
  "children" | "className"
>) {
  if (people.length === 0) return null;
  return (
    <FormField
      label="Already in the album?"
      error={error}
      hint="That person's photos and birthday will belong to the new account."
    >
      {(control) => (
        <Select {...control} {...rest}>
          <option value="">No, someone new</option>
          {people.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
