import { env } from "@/lib/env";
import { ok, type SystemCheck, warn } from "@/lib/operations/system/server/checks/check";
import { describeStreetMap, readStreetTile, StreetMapError } from "@/lib/platform/maps/street-tiles";

/** Whether the file with the map's streets can be read; only if one is set. */
export async function checkStreetMap(): Promise<SystemCheck> {
  try {
    const map = await describeStreetMap();
    // The first tile of every basemap: it shows that more than the file's header can be read.
    if (map) await readStreetTile(map.minZoom, 0, 0);
    return ok("map", `Streets up to zoom ${map?.maxZoom} come from ${env.PMTILES}.`);
  } catch (error) {
    const reason = error instanceof StreetMapError ? error.message : (error as Error).message;
    return warn(
      "map",
      `The file with the map's streets can't be read: ${reason.split("\n")[0]}`,
      "Correct PMTILES, or let the user that runs Keepsake read the file; until then the map has no streets.",
    );
  }
}
