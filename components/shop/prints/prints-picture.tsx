import { cn } from "@/components/ui/class-names";
import { counted } from "@/lib/shared/counted";
import type { QuotaDto } from "@/lib/shop/prints/schema";

interface Share {
  count: number;
  label: string;
  look: string;
}

/** The month's prints by what happened to them, in this order. */
function sharesOf({ remaining, voucherPrints, order, forfeited }: QuotaDto): Share[] {
  const free = order ? 0 : remaining - voucherPrints;
  return [
    { count: order?.printCount ?? 0, label: "ordered", look: "border-leaf bg-leaf" },
    { count: forfeited, label: "lost", look: "border-dashed border-line-strong bg-sunk" },
    { count: free, label: "from your plan", look: "border-accent-strong bg-accent-strong" },
    { count: voucherPrints, label: "from vouchers", look: "border-line-strong bg-honey" },
  ].filter(({ count }) => count > 0);
}

/** Every print as a little sheet of paper, coloured by what happened to it, with a legend below. */
export function PrintsPicture({ quota }: { quota: QuotaDto }) {
  const shares = sharesOf(quota);
  if (shares.length === 0) return null;
  return (
    <div>
      <div aria-hidden="true" className="flex flex-wrap gap-1.5">
        {shares
          .flatMap(({ count, look }) => Array.from({ length: count }, () => look))
          .map((look, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sheets of paper, alike but for their place
            <span key={place} className={cn("h-6 w-9 rounded-[5px] border", look)} />
          ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-step--1 text-ink-soft">
        {shares.map(({ label, count, look }) => (
          <li key={label} className="flex items-center gap-2">
            <span aria-hidden="true" className={cn("h-3 w-4.5 flex-none rounded-[3px] border", look)} />
            {counted(count, "print")} {label}
          </li>
        ))}
      </ul>
    </div>
  );
}
