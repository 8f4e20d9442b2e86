import { Card, CardHeader } from "@/components/ui/card";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { SettingSwitch } from "@/components/ui/setting-switch";
import type { PrintsOffer } from "@/lib/core/system-settings/schema";

/** Whether families can order prints here, and when they are asked for a shipping address. */
export function PrintsOfferCard({
  prints,
  onChange,
}: {
  prints: PrintsOffer;
  onChange: (prints: PrintsOffer) => void;
}) {
  return (
    <Card aria-labelledby="prints-offer">
      <CardHeader id="prints-offer" title="Prints" />
      <div className="grid gap-4 lg:grid-cols-2 lg:gap-6">
        <SettingSwitch
          label="Offer prints"
          hint="When off, there is no basket, there are no free prints, and no one is asked for an address. Orders already placed can still be finished."
          checked={prints.isOffered}
          onChange={(isOffered) => onChange({ ...prints, isOffered })}
        />
        {prints.isOffered && (
          <FormField label="Ask for the delivery address">
            {(control) => (
              <Select
                {...control}
                value={prints.askAddress}
                onChange={({ target }) =>
                  onChange({
                    ...prints,
                    askAddress: target.value === "first_order" ? "first_order" : "joining",
                  })
                }
              >
                <option value="joining">When joining</option>
                <option value="first_order">At the first order</option>
              </Select>
            )}
          </FormField>
        )}
      </div>
    </Card>
  );
}
