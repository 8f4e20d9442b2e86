import { randomUUID } from "node:crypto";
import type { ScreenDevice, ShowSource } from "@/lib/album/screens/schema";
import { hashSecret, newSecret } from "@/lib/core/auth/server/one-time-tokens";
import { screenSetCookie } from "@/lib/core/auth/server/screens";
import { db } from "@/lib/db";
import type { FamilyPerson } from "@/tests/support/factories";

export interface StoredScreen {
  id: string;
  secret: string;
  /** A Cookie header, as the TV or frame sends it. */
  cookie: string;
}

export interface ScreenValues {
  name?: string;
  device?: ScreenDevice;
  source?: ShowSource;
  seconds?: number;
  isShuffled?: boolean;
  isPaused?: boolean;
  lastSeenAt?: Date;
}

/** The Cookie header with this secret. */
export const screenCookie = (secret: string): string => screenSetCookie(secret, false).split(";")[0] ?? "";

/** A TV that someone has paired with their family. */
export async function storeScreen(
  { userId, familyId }: Pick<FamilyPerson, "userId" | "familyId">,
  values: ScreenValues = {},
): Promise<StoredScreen> {
  const secret = newSecret();
  const settings = { name: "Living room", device: "tv", seconds: 15, isShuffled: false, ...values } as const;
  const { id } = await db.screen.create({
    data: {
      ...{ id: randomUUID(), userId, familyId, secretHash: hashSecret(secret) },
      ...settings,
      source: values.source ?? { kind: "everything" },
    },
    select: { id: true },
  });
  return { id, secret, cookie: screenCookie(secret) };
}
