import { queryOptions } from "@tanstack/react-query";
import type {
  AdminGiftOrderDto,
  GiftOrderDto,
  GiftOrderUpdate,
  GiftShopDto,
} from "@/lib/features/gifts/schema";
import type { Crop } from "@/lib/features/prints/schema";
import { apiRequest } from "@/lib/http/api-client";
import type { GiftProductId } from "@/lib/shared/gift-products";

export const giftShopKey = ["/api/gift-shop/products"] as const;
export const giftOrdersKey = ["/api/gift-shop/orders"] as const;
export const familyGiftOrdersKey = ["/api/admin/gift-orders"] as const;

export const giftShopOptions = () =>
  queryOptions<GiftShopDto | null>({ queryKey: giftShopKey, staleTime: 5_000, refetchOnMount: true });

/** @param isWaiting asks every 3 s, while the card provider's word is on its way */
export const giftOrdersOptions = (isWaiting = false) =>
  queryOptions<GiftOrderDto[] | null>({
    queryKey: giftOrdersKey,
    staleTime: 5_000,
    refetchOnMount: true,
    refetchInterval: isWaiting ? 3_000 : false,
  });

export const familyGiftOrdersOptions = () =>
  queryOptions<AdminGiftOrderDto[] | null>({
    queryKey: familyGiftOrdersKey,
    staleTime: 5_000,
    refetchOnMount: true,
  });

export interface NewGiftOrder {
  product: GiftProductId;
  size: string;
  quantity: number;
  pictures: { mediaId: string; crop: Crop | null }[];
  shippingAddress?: string;
  useBalance: boolean;
  giftEmail?: string;
  giftMessage?: string;
}

/** @param key the same for every try, so that a retry is the same order */
export function requestGiftOrder(order: NewGiftOrder, key: string): Promise<GiftOrderDto> {
  return apiRequest("POST", "/api/gift-shop/orders", order, { headers: { "Idempotency-Key": key } });
}

export function requestCancelGiftOrder(id: string): Promise<GiftOrderDto> {
  return apiRequest("POST", `/api/gift-shop/orders/${id}/cancel`);
}

export function requestGiftOrderChange(id: string, change: GiftOrderUpdate): Promise<AdminGiftOrderDto> {
  return apiRequest("PATCH", `/api/admin/gift-orders/${id}`, change);
}

export const giftPackageUrl = (id: string) => `/api/admin/gift-orders/${id}/package`;
