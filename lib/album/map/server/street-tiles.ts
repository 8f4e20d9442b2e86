import type { TileAddress } from "@/lib/album/map/schema";
import { bytesResponse, etagOf } from "@/lib/album/media/server/bytes-response";
import { AppError } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { describeStreetMap, readStreetTile, StreetMapError } from "@/lib/platform/maps/street-tiles";

/** The zoom levels with streets; null if there is no street map or it can't be read. */
export async function getStreetZooms(): Promise<{ minZoom: number; maxZoom: number } | null> {
  try {
    return await describeStreetMap();
  } catch (error) {
    if (!(error instanceof StreetMapError)) throw error;
    return null;
  }
}

/** A tile's streets stay the same until the operator replaces the file. */
const hourHeaders = { "Cache-Control": "private, max-age=3600" };

/** Empty if there is nothing, or no street map. @throws AppError 503 while its file can't be read */
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
