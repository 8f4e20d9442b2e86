import { db, type Prisma } from "@/lib/db";

export interface RecognitionChoice {
  faces: boolean;
  labels: boolean;
}

const nothing: RecognitionChoice = { faces: false, labels: false };

/** What the family lets the server look for in its pictures: nothing, until an admin allows it. */
export async function getRecognitionSettings(
  familyId: string,
  client: Prisma.TransactionClient = db,
): Promise<RecognitionChoice> {
  const settings = await client.recognitionSettings.findUnique({
    where: { familyId },
    select: { faces: true, labels: true },
  });
  return settings ?? nothing;
}
