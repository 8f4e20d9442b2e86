"use client";

import { lazy, Suspense } from "react";
import type { FamilyDto } from "@/lib/family/families/schema";

// Kept out of the first load of people who have a family.
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
