import type { MediaItemDto } from "@/lib/album/media/schema";

type Stacked = Pick<MediaItemDto, "id" | "stack">;

/** The number of items a tile represents: all of its stack's if it is on top. */
const countOf = ({ id, stack }: Stacked) => (stack?.topId === id ? stack.count : 1);

export const countWithStacks = (items: readonly Stacked[]) =>
  items.reduce((sum, item) => sum + countOf(item), 0);

export const hasStacks = (items: readonly Stacked[]) => items.some((item) => countOf(item) > 1);
