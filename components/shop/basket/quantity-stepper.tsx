import { Minus, Plus } from "lucide-react";
import { maxPrintQuantity } from "@/lib/shared/print-products";

export interface QuantityStepperProps {
  quantity: number;
  /** What is being counted, for people who can't see it. */
  name: string;
  onChange: (quantity: number) => void;
}

const look =
  "grid size-11 place-items-center rounded-full hover:bg-sunk disabled:opacity-40 disabled:hover:bg-transparent [&_svg]:size-5";

/** How many prints of one picture: never below 1 (specification 5, Basket). */
export function QuantityStepper({ quantity, name, onChange }: QuantityStepperProps) {
  return (
    <fieldset className="flex items-center rounded-full border border-line-strong">
      <legend className="sr-only">Prints of {name}</legend>
      <button
        type="button"
        aria-label={`One fewer print of ${name}`}
        disabled={quantity <= 1}
        onClick={() => onChange(quantity - 1)}
        className={look}
      >
        <Minus aria-hidden="true" />
      </button>
      <output className="min-w-6 text-center font-semibold tabular-nums">
        <span className="sr-only">Quantity: </span>
        {quantity}
      </output>
      <button
        type="button"
        aria-label={`One more print of ${name}`}
        disabled={quantity >= maxPrintQuantity}
        onClick={() => onChange(quantity + 1)}
        className={look}
      >
        <Plus aria-hidden="true" />
      </button>
    </fieldset>
  );
}
