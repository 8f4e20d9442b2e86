import type { Crop } from "@/lib/album/media/crop";
import { type AccountOfFamilies, nameInFamily, namesSelect } from "@/lib/core/names/server/display-name";
import type { PrintOrderStatus, PrintSendState } from "@/lib/generated/prisma/enums";
import { finishes, printSizes } from "@/lib/shared/print-products";
import {
  type AdminPrintOrderDto,
  type BasketItemDto,
  type PrintOrderDto,
  printProblemSchema,
} from "@/lib/shop/prints/schema";

interface CropColumns {
  cropX: number | null;
  cropY: number | null;
  cropWidth: number | null;
  cropHeight: number | null;
}

export const cropSelect = { cropX: true, cropY: true, cropWidth: true, cropHeight: true } as const;

export function cropColumns(crop: Crop | null): CropColumns {
  return {
    cropX: crop?.x ?? null,
    cropY: crop?.y ?? null,
    cropWidth: crop?.width ?? null,
    cropHeight: crop?.height ?? null,
  };
}

export function cropOf({ cropX, cropY, cropWidth, cropHeight }: CropColumns): Crop | null {
  if (cropX === null || cropY === null || cropWidth === null || cropHeight === null) return null;
  return { x: cropX, y: cropY, width: cropWidth, height: cropHeight };
}

export const basketItemSelect = {
  id: true,
  mediaId: true,
  size: true,
  finish: true,
  quantity: true,
  ...cropSelect,
  media: { select: { fileName: true, width: true, height: true, editVersion: true, description: true } },
} as const;

export interface BasketItemRow extends CropColumns {
  id: string;
  mediaId: string;
  size: string;
  finish: string;
  quantity: number;
  media: {
    fileName: string;
    width: number | null;
    height: number | null;
    editVersion: number;
    description: string;
  };
}

export function basketItemDto(row: BasketItemRow): BasketItemDto {
  return {
    id: row.id,
    media_id: row.mediaId,
    file_name: row.media.fileName,
    file_type: "image",
    size: printSizes.find((size) => size === row.size) ?? printSizes[0],
    finish: finishes.find((finish) => finish === row.finish) ?? finishes[0],
    quantity: row.quantity,
    crop: cropOf(row),
    width: row.media.width,
    height: row.media.height,
    editVersion: row.media.editVersion,
    description: row.media.description,
  };
}

export const printOrderSelect = {
  id: true,
  number: true,
  status: true,
  provider: true,
  shippingAddress: true,
  courtesyName: true,
  printCount: true,
  trackingUrl: true,
  placedAt: true,
  isImported: true,
  heldUntil: true,
  updatedAt: true,
  items: {
    select: {
      id: true,
      mediaId: true,
      fileName: true,
      size: true,
      finish: true,
      quantity: true,
      media: { select: { deletedAt: true } },
    },
    orderBy: { id: "asc" },
  },
} as const;

export interface PrintOrderRow {
  id: string;
  number: number;
  status: PrintOrderStatus;
  provider: string;
  shippingAddress: string;
  courtesyName: string | null;
  printCount: number;
  trackingUrl: string | null;
  placedAt: Date;
  isImported: boolean;
  heldUntil: Date | null;
  updatedAt: Date;
  items: {
    id: string;
    mediaId: string | null;
    fileName: string;
    size: string;
    finish: string;
    quantity: number;
    media: { deletedAt: Date | null } | null;
  }[];
}

export function printOrderDto({
  items,
  placedAt,
  heldUntil,
  updatedAt,
  ...order
}: PrintOrderRow): PrintOrderDto {
  const isUndoable = heldUntil !== null && order.status === "placed";
  return {
    ...order,
    placedAt: placedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    undoMs: isUndoable ? Math.max(0, heldUntil.getTime() - Date.now()) : 0,
    // An item in the trash has no picture to show.
    items: items.map(({ media, mediaId, ...item }) => ({
      ...item,
      mediaId: media && media.deletedAt === null ? mediaId : null,
    })),
  };
}

export const adminPrintOrderSelect = {
  ...printOrderSelect,
  viewedAt: true,
  packageMadeAt: true,
  packageBytes: true,
  problems: true,
  sendState: true,
  sendError: true,
  providerReference: true,
  familyId: true,
  user: { select: { ...namesSelect, id: true } },
} as const;

interface FulfilmentColumns {
  packageMadeAt: Date | null;
  packageBytes: bigint | null;
  problems: unknown;
  sendState: PrintSendState;
  sendError: string | null;
  providerReference: string | null;
}

export function adminPrintOrderDto({
  user,
  familyId,
  viewedAt,
  packageMadeAt,
  packageBytes,
  problems,
  sendState,
  sendError,
  providerReference,
  ...order
}: PrintOrderRow &
  FulfilmentColumns & {
    viewedAt: Date | null;
    familyId: string;
    user: (AccountOfFamilies & { id: string }) | null;
  }): AdminPrintOrderDto {
  const { undoMs: _, ...dto } = printOrderDto(order);
  return {
    ...dto,
    orderedBy: user && {
      userId: user.id,
      username: user.username,
      displayName: nameInFamily(user, familyId),
    },
    viewedAt: viewedAt?.toISOString() ?? null,
    fulfilment: {
      packageMadeAt: packageMadeAt?.toISOString() ?? null,
      packageBytes: packageBytes === null ? null : Number(packageBytes),
      problems: printProblemSchema.array().catch([]).parse(problems),
      sendState,
      sendError,
      providerReference,
    },
  };
}
