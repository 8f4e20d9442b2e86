import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { showSeconds } from "@/lib/album/screens/schema";
import { describeSeconds } from "@/lib/album/screens/show-text";

interface ChoiceProps<T> {
  label: string;
  value: T;
  onChange: (value: T) => void;
}

/** How long a photo is shown. */
export function SecondsSelect({ label, value, onChange }: ChoiceProps<number>) {
  return (
    <FormField label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = showSeconds.find((seconds) => String(seconds) === currentTarget.value);
            if (chosen) onChange(chosen);
          }}
        >
          {showSeconds.map((seconds) => (
            <option key={seconds} value={seconds}>
              {describeSeconds(seconds)}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

/** @param value whether the order is shuffled */
export function OrderSelect({ label, value, onChange }: ChoiceProps<boolean>) {
  return (
    <FormField label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ? "shuffled" : "ordered"}
          onChange={({ currentTarget }) => onChange(currentTarget.value === "shuffled")}
        >
          <option value="shuffled">Shuffled</option>
          <option value="ordered">In order</option>
        </Select>
      )}
    </FormField>
  );
}
