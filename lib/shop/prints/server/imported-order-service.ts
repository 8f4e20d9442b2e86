import { noteRestored } from "@/lib/album/imports/server/restored-service";
import type { Events } from "@/lib/core/events/server/events";
import type { Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { monthStart } from "@/lib/shared/calendar-month";
import { cropColumns } from "@/lib/shop/prints/server/dto";

/** An order is handled where it was placed. */
export const orderedElsewhere = () =>
  new AppError(
    "ordered_elsewhere",
    409,
    "This order came with an import. It was placed in another album, so nothing can be done with it here.",
  );

/**
 * Adds an order from another installation, once and read-only: nobody is notified, and no print is used, made or sent.
 */
export async function addImportedOrder(
  client: Prisma.TransactionClient,
  { familyId, importId, order: { id, userId, placedAt, status, prints } }: Events["printOrder.imported"],
): Promise<void> {
  if ((await client.printOrder.count({ where: { id } })) > 0) return;
  await client.printOrder.create({
    data: {
      ...{ id, familyId, userId, status, placedAt, isImported: true, printCount: printCountOf(prints) },
      ...{ month: monthStart(placedAt), viewedAt: placedAt, doneAt: placedAt },
      ...{ provider: "Another album", shippingAddress: "", recipient: {} },
      items: {
        create: prints.map(({ crop, ...print }) => ({ ...print, ...cropColumns(crop) })),
      },
    },
    select: { id: true },
  });
  await noteRestored(client, importId, id);
}

/** Removes the print orders that an undone import brought. */
export async function removeImportedOrders(
  client: Prisma.TransactionClient,
  { familyId, restoredIds }: Events["import.undone"],
): Promise<void> {
  await client.printOrder.deleteMany({ where: { id: { in: restoredIds }, familyId, isImported: true } });
}

const printCountOf = (prints: readonly { quantity: number }[]) =>
  prints.reduce((sum, { quantity }) => sum + quantity, 0);
