import type { Tier } from "@/lib/generated/prisma/enums";

const gibibyte = 1024 ** 3;

export interface Plan {
  name: string;
  /** null: unlimited */
  storageBytes: number | null;
  members: number;
}

/** Specification 9.7. */
export const plans: Record<Tier, Plan> = {
  free: { name: "Free", storageBytes: 5 * gibibyte, members: 3 },
  family: { name: "Family Plan", storageBytes: 200 * gibibyte, members: 6 },
  premium: { name: "Premium Plan", storageBytes: null, members: 10 },
};
