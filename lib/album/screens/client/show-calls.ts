import { mediumUrl } from "@/lib/album/media/picture-urls";
import type {
  ScreenCodeDto,
  ScreenDevice,
  ShowItemDto,
  ShowItemsDto,
  ShowStateDto,
} from "@/lib/album/screens/schema";
import { apiRequest } from "@/lib/http/api-client";
import { apiErrorOf } from "@/lib/http/api-error";

/** The calls a screen makes to the server. */
export interface ShowCalls {
  getCode(): Promise<ScreenCodeDto>;
  getState(showing: string | null): Promise<ShowStateDto>;
  listItems(cursor: string | null, round: number): Promise<ShowItemsDto>;
  /** The item's picture as an object URL. */
  loadPicture(item: ShowItemDto): Promise<string>;
  forgetPicture(url: string): void;
}

/** A lost network gives no answer at all. */
const patienceMs = 15_000;

async function withPatience<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // TVs don't support AbortSignal.timeout.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patienceMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

const get = <T>(path: string) => withPatience((signal) => apiRequest<T>("GET", path, undefined, { signal }));

async function loadPicture(item: ShowItemDto): Promise<string> {
  return withPatience(async (signal) => {
    const response = await fetch(mediumUrl(item), { signal });
    if (!response.ok) throw await apiErrorOf(response);
    return URL.createObjectURL(await response.blob());
  });
}

/** The kind of device, according to its user agent. */
export function deviceOf(userAgent: string): ScreenDevice {
  if (/\bTV|SmartTV|SMART-TV|Tizen|Web0S|BRAVIA|\bAFT|CrKey|VIDAA/i.test(userAgent)) return "tv";
  if (/iPad|Tablet|Silk/i.test(userAgent)) return "tablet";
  if (/Android/i.test(userAgent)) return /Mobile/i.test(userAgent) ? "phone" : "tablet";
  return /iPhone|Mobile/i.test(userAgent) ? "phone" : "computer";
}

export const showCalls: ShowCalls = {
  getCode: () =>
    withPatience((signal) =>
      apiRequest<ScreenCodeDto>(
        "POST",
        "/api/show/codes",
        { device: deviceOf(navigator.userAgent) },
        { signal },
      ),
    ),
  getState: (showing) => get(showing === null ? "/api/show" : `/api/show?showing=${showing}`),
  listItems: (cursor, round) => {
    const query = new URLSearchParams({ round: String(round), ...(cursor === null ? {} : { cursor }) });
    return get(`/api/show/items?${query.toString()}`);
  },
  loadPicture,
  forgetPicture: (url) => URL.revokeObjectURL(url),
};
