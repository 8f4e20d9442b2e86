import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Crop } from "@/lib/album/media/crop";
import { apiRequest } from "@/lib/http/api-client";
import type { GiftProductId } from "@/lib/shared/gift-products";
import type {
  GiftOrderDto,
  GiftOrderUpdate,
  GiftShopDto,
  OperatorGiftOrderDto,
} from "@/lib/shop/gifts/schema";

export const giftShopKey = ["/api/gift-shop/products"] as const;
export const giftOrdersKey = ["/api/gift-shop/orders"] as const;
export const operatorGiftOrdersKey = ["/api/super-admin/gift-orders"] as const;

export const giftShopOptions = () =>
  queryOptions<GiftShopDto | null>({ queryKey: giftShopKey, staleTime: 5_000, refetchOnMount: true });

/** @param isWaiting polls every 3 s, while the card provider's confirmation is on its way */
export const giftOrdersOptions = (isWaiting = false) =>
  queryOptions<GiftOrderDto[] | null>({
    queryKey: giftOrdersKey,
    staleTime: 5_000,
    refetchOnMount: true,
    refetchInterval: isWaiting ? 3_000 : false,
  });

export const operatorGiftOrdersOptions = () =>
  queryOptions<OperatorGiftOrderDto[] | null>({
    queryKey: operatorGiftOrdersKey,
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

/** @param key the same for every attempt, so that a retry is the same order */
export function createGiftOrder(order: NewGiftOrder, key: string): Promise<GiftOrderDto> {
  return apiRequest("POST", "/api/gift-shop/orders", order, { headers: { "Idempotency-Key": key } });
}

export function cancelGiftOrder(id: string): Promise<GiftOrderDto> {
  return apiRequest("POST", `/api/gift-shop/orders/${id}/cancel`);
}

export function updateGiftOrder(id: string, change: GiftOrderUpdate): Promise<OperatorGiftOrderDto> {
  return apiRequest("PATCH", `/api/super-admin/gift-orders/${id}`, change);
}

/** Shows a changed order in the operator's list. */
export function replaceOperatorGiftOrder(queryClient: QueryClient, changed: OperatorGiftOrderDto): void {
  queryClient.setQueryData<OperatorGiftOrderDto[]>(operatorGiftOrdersKey, (orders) =>
    orders?.map((order) => (order.id === changed.id ? changed : order)),
  );
}

/** Cancelling again retries a failed refund. @throws ApiError `too_late` once it was sent */
export function refundGiftOrder(id: string): Promise<OperatorGiftOrderDto> {
  return apiRequest("POST", `/api/super-admin/gift-orders/${id}/cancel`);
}

export const giftPackageUrl = (id: string) => `/api/super-admin/gift-orders/${id}/package`;
