"use client";

import { lazy, Suspense } from "react";
import type { FamilyDto } from "@/lib/family/families/schema";

// Out of the first load of those who have a family.
const NoFamilyWays = lazy(async () => ({
  default: (await import("@/components/album/home/no-family-ways")).NoFamilyWays,
}));

export function NoFamilyWaysMount({ families }: { families: FamilyDto[] }) {
  return (
    <Suspense>
      <NoFamilyWays families={families} />
    </Suspense>
  );
}
