import type { ExportedGrowingNote } from "@/lib/album/exports/format";
import { createNoteSchema } from "@/lib/album/growing-up/schema";
import type { Prisma } from "@/lib/db";

/** The ids that an exported note's people and photo have here. */
export interface NotePlaces {
  familyId: string;
  memberId: string;
  mediaId: string | null;
  createdById: string | null;
}

/**
 * Restores another installation's note, once.
 * @returns its id; null if it isn't valid, is there already, or its person has just been removed
 */
export async function restoreNote(
  client: Prisma.TransactionClient,
  { familyId, memberId, mediaId, createdById }: NotePlaces,
  { kind, day, text, heightCm, at }: ExportedGrowingNote,
): Promise<string | null> {
  const { data } = createNoteSchema.safeParse(
    kind === "height" ? { kind, day, heightCm } : { kind, day, text },
  );
  if (!data) return null;
  const note = {
    ...{ familyId, memberId, kind: data.kind, day: new Date(`${data.day}T00:00:00Z`) },
    text: data.kind === "height" ? "" : data.text,
    heightMm: data.kind === "height" ? Math.round(data.heightCm * 10) : null,
  };
  if ((await client.growingNote.count({ where: note })) > 0) return null;
  const person = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "FamilyMember" WHERE id = ${memberId}::uuid AND "familyId" = ${familyId}::uuid FOR KEY SHARE`;
  if (person.length === 0) return null;
  const { id } = await client.growingNote.create({
    data: { ...note, mediaId, createdById, createdAt: new Date(at) },
    select: { id: true },
  });
  return id;
}
