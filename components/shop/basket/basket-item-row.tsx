import { Trash2, TriangleAlert } from "lucide-react";
import { PrintThumbnail } from "@/components/shop/basket/print-thumbnail";
import { QuantityStepper } from "@/components/shop/basket/quantity-stepper";
import type { BasketChanges } from "@/components/shop/basket/use-basket-changes";
import { Select } from "@/components/ui/select";
import { finishes, printSizes } from "@/lib/shared/print-products";
import { isLowResolution } from "@/lib/shop/prints/basket-state";
import type { BasketItemDto } from "@/lib/shop/prints/schema";

export interface BasketItemRowProps {
  item: BasketItemDto;
  changes: Pick<BasketChanges, "setQuantity" | "remove" | "changePrint">;
  /** Offers to move the crop, if it can be moved. */
  onCrop: (() => void) | null;
}

/** One picture in the basket: its number of prints, size and paper. */
export function BasketItemRow({ item, changes, onCrop }: BasketItemRowProps) {
  const name = item.description.replace(/\s+/g, " ").trim() || item.file_name;
  const short = name.length > 60 ? `${name.slice(0, 59).trimEnd()}…` : name;
  const size = printSizes.find((known) => known === item.size);
  return (
    <li className="flex gap-3.5 border-b border-line py-4 first:pt-0 last:border-0 md:gap-5">
      <div>
        <PrintThumbnail item={item} />
        {onCrop && (
          <button
            type="button"
            aria-label={`Crop ${short}`}
            onClick={onCrop}
            className="text-link min-h-11 w-full text-step--1"
          >
            Crop
          </button>
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{short}</p>
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Select
            aria-label={`Size of ${short}`}
            value={size}
            onChange={({ target }) => {
              const chosen = printSizes.find((known) => known === target.value);
              if (chosen) changes.changePrint(item.id, { size: chosen });
            }}
          >
            {printSizes.map((known) => (
              <option key={known} value={known}>
                {known}
              </option>
            ))}
          </Select>
          <Select
            aria-label={`Finish of ${short}`}
            value={item.finish}
            onChange={({ target }) => {
              const chosen = finishes.find((known) => known === target.value);
              if (chosen) changes.changePrint(item.id, { finish: chosen });
            }}
          >
            {finishes.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </Select>
        </div>
        {isLowResolution(item) && (
          <p className="mt-2 flex gap-2 text-step--1 text-ink-soft">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
            Low resolution: this photo may look blurry at {item.size}.
          </p>
        )}
        <div className="mt-2.5 flex items-center justify-between gap-2">
          <QuantityStepper
            quantity={item.quantity}
            name={short}
            onChange={(quantity) => changes.setQuantity(item.id, quantity)}
          />
          <button
            type="button"
            aria-label={`Remove ${short}`}
            title="Remove"
            onClick={() => changes.remove(item.id)}
            className="button button-ghost button-icon flex-none"
          >
            <Trash2 aria-hidden="true" />
          </button>
        </div>
      </div>
    </li>
  );
}
