import { Readable } from "node:stream";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { notFound } from "@/lib/http/errors";
import { downloadHeaders, inertFileHeaders, privateHeaders } from "@/lib/http/private-headers";
import { withLock } from "@/lib/platform/locks";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import { UnprintableError } from "@/lib/platform/print-providers/print-provider";
import { defineTask } from "@/lib/platform/queue/task";
import { getStorage } from "@/lib/platform/storage/storage";
import { counted } from "@/lib/shared/counted";
import { Semaphore } from "@/lib/shared/semaphore";
import type { PackageLinkDto } from "@/lib/shop/prints/fulfilment-schema";
import { releasedOrders } from "@/lib/shop/prints/order-steps";
import { orderedElsewhere } from "@/lib/shop/prints/server/imported-order-service";
import { orderPayload } from "@/lib/shop/prints/server/order-payload";
import { getPrintJob, packageKey, renderOrderedPicture } from "@/lib/shop/prints/server/print-job-service";
import { linkExpiry, linkedFile, packageUrl } from "@/lib/shop/prints/server/print-links";
import { askProvider } from "@/lib/shop/prints/server/provider-call-service";

/** How long to keep the package of an order that is on its way or cancelled. */
const retentionMs = 14 * 86_400_000;
/** A package takes minutes of work: one at a time per process, and each only once. */
const making = new Semaphore(1);
const inFlight = new Map<string, Promise<void>>();

interface PackagedOrder {
  id: string;
  number: number;
  familyId: string;
}
const packagedSelect = { id: true, number: true, familyId: true } as const;

async function makePackage({ id, familyId, number }: PackagedOrder): Promise<void> {
  const key = packageKey(familyId, id);
  const { packageMadeAt } = await db.printOrder.findUniqueOrThrow({
    where: { id },
    select: { packageMadeAt: true },
  });
  if (packageMadeAt && (await getStorage().stat(key))) return;
  const job = await getPrintJob(id, printLab.name);
  if (!job) return;
  const { problems } = await askProvider(
    { familyId, orderId: id, provider: printLab, action: "submit" },
    () => printLab.submit(job),
    (made) => `Made a package of ${counted(job.pictures.length - made.problems.length, "photo")}`,
  );
  const { bytes } = (await getStorage().stat(key)) ?? { bytes: 0 };
  const isWanted = await db.$transaction(async (client) => {
    const { count } = await client.printOrder.updateMany({
      where: { id, family: { memberships: { some: {} } } },
      data: {
        packageMadeAt: new Date(),
        packageBytes: bytes,
        problems: problems.map((problem) => ({ ...problem })),
      },
    });
    if (count > 0 && problems.length > 0) {
      await notify(
        {
          kind: "printOrder",
          familyId,
          actorId: null,
          title: `Print order ${number}`,
          message: `${counted(problems.length, "photo")} of it can't be printed.`,
          url: "/admin-print-orders",
          eventKey: `print-order:${id}:problems`,
        },
        "admins",
        { client },
      );
    }
    return count > 0;
  });
  // The family was deleted meanwhile, and perhaps its files, too.
  if (!isWanted) await printLab.cancel(key);
}

/** Makes an order's package if it is missing: never two at once, on any machine. */
export function ensurePackage(order: PackagedOrder): Promise<void> {
  const running = inFlight.get(order.id);
  if (running) return running;
  const run = making.run(() => withLock(`print-package:${order.id}`, {}, () => makePackage(order)));
  inFlight.set(order.id, run);
  return run.finally(() => inFlight.delete(order.id));
}

/** Run by the queue right after an order is placed; one that was cancelled meanwhile needs no package. */
export async function makeQueuedPackage(orderId: string): Promise<void> {
  const order = await db.printOrder.findFirst({
    where: { id: orderId, status: { not: "cancelled" } },
    select: packagedSelect,
  });
  if (order) await ensurePackage(order);
}

const printFileHeaders = {
  ...privateHeaders,
  ...inertFileHeaders,
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

async function packageResponse(order: PackagedOrder): Promise<Response> {
  await ensurePackage(order);
  const key = packageKey(order.familyId, order.id);
  const stat = await getStorage().stat(key);
  if (!stat) throw notFound();
  const stream = await getStorage().read(key);
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: {
      ...printFileHeaders,
      ...downloadHeaders(`${env.APP_NAME} - print order ${order.number}.zip`, "application/zip"),
      "Content-Length": String(stat.bytes),
    },
  });
}

async function requireFamilyOrder({ familyId }: MemberActor, id: string): Promise<PackagedOrder> {
  const order = await db.printOrder.findFirst({
    where: { id, familyId, ...releasedOrders },
    select: { ...packagedSelect, isImported: true },
  });
  if (!order) throw notFound();
  if (order.isImported) throw orderedElsewhere();
  return order;
}

/** The ZIP for the lab, made if it is missing. @throws AppError 404 */
export async function downloadPackage(actor: MemberActor, id: string): Promise<Response> {
  const order = await requireFamilyOrder(actor, id);
  const response = await packageResponse(order);
  const { familyId, userId } = actor;
  await recordActivity({
    action: "prints.packageDownloaded",
    actorId: userId,
    familyId,
    detail: { order: order.number },
  });
  return response;
}

/** A link that gives anyone who has it this order's package, for seven days. @throws AppError 404 */
export async function createPackageLink(
  actor: MemberActor,
  id: string,
  origin: string,
): Promise<PackageLinkDto> {
  const order = await requireFamilyOrder(actor, id);
  const expiresAt = linkExpiry();
  await recordActivity({
    action: "prints.packageLinkMade",
    actorId: actor.userId,
    familyId: actor.familyId,
    detail: { order: order.number },
  });
  return { url: packageUrl(order.id, expiresAt, origin), expiresAt: expiresAt.toISOString() };
}

async function pictureResponse(itemId: string): Promise<Response> {
  let print: Buffer | null;
  try {
    print = await renderOrderedPicture(itemId);
  } catch (error) {
    if (error instanceof UnprintableError) throw notFound();
    throw error;
  }
  if (!print) throw notFound();
  return new Response(new Uint8Array(print), {
    headers: { ...printFileHeaders, "Content-Type": "image/jpeg", "Content-Length": String(print.length) },
  });
}

/**
 * The file that a signed link leads to.
 * @throws AppError 404 if forged, expired, of a cancelled order or of a closed family
 */
export async function openPrintLink(token: string): Promise<Response> {
  const linked = linkedFile(token);
  if (!linked) throw notFound();
  if (linked.kind === "picture") return pictureResponse(linked.id);
  const order = await db.printOrder.findFirst({
    where: { id: linked.id, status: { not: "cancelled" }, family: { suspendedAt: null } },
    select: packagedSelect,
  });
  if (!order) throw notFound();
  return packageResponse(order);
}

/** Removes packages that are no longer needed. @returns how many */
export async function purgePackages(now = new Date()): Promise<number> {
  const orders = await db.printOrder.findMany({
    where: {
      packageMadeAt: { not: null },
      OR: [{ status: "cancelled" }, { doneAt: { lt: new Date(now.getTime() - retentionMs) } }],
    },
    select: packagedSelect,
    take: 500,
  });
  for (const { id, familyId } of orders) {
    await printLab.cancel(packageKey(familyId, id));
    await db.printOrder.updateMany({ where: { id }, data: { packageMadeAt: null, packageBytes: null } });
  }
  return orders.length;
}

/** Makes the package that a lab prints from. */
export const makePackageTask = defineTask("prints.make-package", orderPayload, ({ orderId }) =>
  makeQueuedPackage(orderId),
);
