import type { TileAddress } from "@/lib/album/map/schema";
import { bytesResponse, etagOf } from "@/lib/album/media/server/bytes-response";
import { AppError } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { describeStreetMap, readStreetTile, StreetMapError } from "@/lib/platform/maps/street-tiles";

/** The zooms for which there are streets; null without a map of them, or while it can't be read. */
export async function getStreetZooms(): Promise<{ minZoom: number; maxZoom: number } | null> {
  try {
    return await describeStreetMap();
  } catch (error) {
    if (!(error instanceof StreetMapError)) throw error;
    return null;
  }
}

/** The same tile means the same streets until the operator puts another file there. */
const hourHeaders = { "Cache-Control": "private, max-age=3600" };

/** Empty where there is nothing, or no map of streets. @throws AppError 503 while its file can't be read */
export async function streetTileResponse(request: Request, { z, x, y }: TileAddress): Promise<Response> {
  try {
    const bytes = (await readStreetTile(z, x, y)) ?? Buffer.alloc(0);
    const contentType = "application/vnd.mapbox-vector-tile";
    return bytesResponse(request, { bytes, contentType, etag: etagOf(bytes) }, hourHeaders);
  } catch (error) {
    logError(error);
    throw new AppError("map_unavailable", 503, "The map's streets can't be read at the moment.", {
      headers: { "Retry-After": "60" },
      cause: error,
    });
  }
}
