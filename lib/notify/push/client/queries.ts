import { apiRequest } from "@/lib/http/api-client";
import type { PushDevicesDto, SubscribeInput } from "@/lib/notify/push/schema";

/** @throws ApiError */
export async function getVapidKey(): Promise<string> {
  return (await apiRequest<{ publicKey: string }>("GET", "/api/push/vapid-key")).publicKey;
}

/** @throws ApiError */
export function getPushDevices(): Promise<PushDevicesDto> {
  return apiRequest("GET", "/api/push/devices");
}

/** @throws ApiError */
export async function saveSubscription(subscription: SubscribeInput): Promise<void> {
  await apiRequest("POST", "/api/push/subscribe", subscription);
}

/** @throws ApiError */
export async function removeSubscription(endpoint: string): Promise<void> {
  await apiRequest("POST", "/api/push/unsubscribe", { endpoint });
}

/** @returns how many of the person's devices it is sent to @throws ApiError */
export async function sendTestPush(title: string, body: string): Promise<number> {
  return (await apiRequest<{ devices: number }>("POST", "/api/push/test", { title, body })).devices;
}
