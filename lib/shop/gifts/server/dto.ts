import { openSecret } from "@/lib/core/auth/server/secret-box";
import type { GiftOrderStatus } from "@/lib/generated/prisma/enums";
import { groupedCode } from "@/lib/shared/voucher-code";
import type { GiftOrderDto, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { cropOf, cropSelect } from "@/lib/shop/prints/server/dto";
import { sealPurpose } from "@/lib/shop/vouchers/server/code";

export const giftOrderSelect = {
  id: true,
  number: true,
  status: true,
  product: true,
  size: true,
  quantity: true,
  bookPages: true,
  total: true,
  fromBalance: true,
  giftEmail: true,
  shippingAddress: true,
  trackingUrl: true,
  orderedAt: true,
  paidAt: true,
  checkoutUrl: true,
  voucher: { select: { id: true, codeSealed: true } },
  pictures: {
    select: { mediaId: true, fileName: true, ...cropSelect, media: { select: { deletedAt: true } } },
    orderBy: { position: "asc" },
  },
} as const;

export interface GiftOrderRow {
  id: string;
  number: number;
  status: GiftOrderStatus;
  product: string;
  size: string;
  quantity: number;
  bookPages: number | null;
  total: number;
  fromBalance: number;
  giftEmail: string | null;
  shippingAddress: string | null;
  trackingUrl: string | null;
  orderedAt: Date;
  paidAt: Date | null;
  checkoutUrl: string | null;
  voucher: { id: string; codeSealed: string } | null;
  pictures: (Parameters<typeof cropOf>[0] & {
    mediaId: string | null;
    fileName: string;
    media: { deletedAt: Date | null } | null;
  })[];
}

/** For the customer: a gift card's code and the payment page are theirs alone. */
export function giftOrderDto(row: GiftOrderRow): GiftOrderDto {
  const { orderedAt, paidAt, checkoutUrl, voucher, pictures, ...order } = row;
  const letters = voucher && openSecret(voucher.codeSealed, sealPurpose, voucher.id);
  return {
    ...order,
    currency: "GBP",
    orderedAt: orderedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    checkoutUrl: order.status === "awaiting_payment" ? checkoutUrl : null,
    code: letters ? groupedCode(letters) : null,
    // An item in the trash has no picture to show.
    pictures: pictures.map((picture) => ({
      mediaId: picture.media && picture.media.deletedAt === null ? picture.mediaId : null,
      fileName: picture.fileName,
      crop: cropOf(picture),
    })),
  };
}

export const operatorGiftOrderSelect = {
  ...giftOrderSelect,
  refundedAt: true,
  refundError: true,
  user: { select: { id: true, username: true } },
  family: { select: { name: true } },
} as const;

/** For the operator: address and progress; the pictures are only in the files for the lab. */
export function operatorGiftOrderDto({
  user,
  family,
  refundedAt,
  refundError,
  ...row
}: GiftOrderRow & {
  user: { id: string; username: string } | null;
  family: { name: string };
  refundedAt: Date | null;
  refundError: string | null;
}): OperatorGiftOrderDto {
  const { code: _, checkoutUrl: __, pictures, ...order } = giftOrderDto(row);
  const isOwed = order.status === "cancelled" && order.total > order.fromBalance;
  return {
    ...order,
    pictureCount: pictures.length,
    familyName: family.name,
    // The family's names for its members are private to it.
    orderedBy: user && { userId: user.id, username: user.username },
    refund: !isOwed ? "none" : refundedAt ? "done" : refundError ? "failing" : "underWay",
    refundError,
  };
}
