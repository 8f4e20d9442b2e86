import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import type { PrintSettingsDto, PrintSettingsInput } from "@/lib/shop/prints/schema";

const printSettingsSelect = { showCourtesyMessage: true, courtesyName: true } as const;

/** The id in an address must be the caller's own family (api.md, Caller). @throws AppError 404 */
function requireOwnFamily(actor: MemberActor, familyId: string): void {
  if (familyId !== actor.familyId) throw notFound();
}

/** The sender's name on a parcel; the family's name unless an admin chose another. @throws AppError 404 */
export async function getPrintSettings(actor: MemberActor, familyId: string): Promise<PrintSettingsDto> {
  requireOwnFamily(actor, familyId);
  const settings = await db.printSettings.findUnique({ where: { familyId }, select: printSettingsSelect });
  return settings ?? { showCourtesyMessage: true, courtesyName: null };
}

/** @throws AppError 404 */
export async function updatePrintSettings(
  actor: MemberActor,
  familyId: string,
  input: PrintSettingsInput,
): Promise<PrintSettingsDto> {
  requireOwnFamily(actor, familyId);
  return db.printSettings.upsert({
    where: { familyId },
    create: { familyId, ...input },
    update: input,
    select: printSettingsSelect,
  });
}
