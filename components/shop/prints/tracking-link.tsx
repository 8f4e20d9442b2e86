import { Truck } from "lucide-react";

/** Links to the carrier's own tracking page. */
export function TrackingLink({ url, number }: { url: string; number: number }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex min-h-11 items-center gap-2"
    >
      <Truck aria-hidden="true" className="size-5 flex-none" strokeWidth={1.9} />
      <span>
        Track parcel
        <span className="sr-only"> of order {number}, opens in a new tab</span>
      </span>
    </a>
  );
}
