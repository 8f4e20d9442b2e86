import { Layers } from "lucide-react";

/** Says on a tile how many photos it stands for. */
export const StackMark = ({ count, isSmall }: { count: number; isSmall: boolean }) => (
  <>
    <Layers aria-hidden="true" className={isSmall ? "size-3" : "size-[15px]"} />
    <span aria-hidden="true">{count}</span>
    <span className="sr-only">, stack of {count} photos</span>
  </>
);
