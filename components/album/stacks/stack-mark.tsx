import { Layers } from "lucide-react";

/** Shows on a tile how many photos are in its stack. */
export const StackMark = ({ count, isSmall }: { count: number; isSmall: boolean }) => (
  <>
    <Layers aria-hidden="true" className={isSmall ? "size-3" : "size-[15px]"} />
    <span aria-hidden="true">{count}</span>
    <span className="sr-only">, stack of {count} photos</span>
  </>
);
