import type { VideoFacts } from "@/lib/platform/video/probe";

/** Pixels become square before sizes are compared: old camcorders store narrow ones. */
const squarePixels = "scale=w='trunc(iw*sar/2)*2':h=ih,setsar=1";

/** Maps HLG and PQ to what ordinary screens show; without it, their pictures look grey. */
function toneMapping(transfer: NonNullable<VideoFacts["hdrTransfer"]>): string {
  return [
    `zscale=tin=${transfer}:pin=bt2020:min=bt2020nc:t=linear:npl=100`,
    "format=gbrpf32le",
    "zscale=p=bt709",
    "tonemap=tonemap=hable:desat=0",
    "zscale=t=bt709:m=bt709:r=tv",
  ].join(",");
}

/** Turns two half-pictures into a whole one. */
const deinterlacing = "yadif";

/**
 * A filter chain: whole frames, square pixels, `size`, tone mapping if it is needed and possible, then `pixelFormat`.
 */
export function videoFilters(
  facts: Pick<VideoFacts, "hdrTransfer" | "isInterlaced">,
  options: { size: string; pixelFormat: string; hasToneMapping: boolean },
): string {
  const mapping = facts.hdrTransfer && options.hasToneMapping ? [toneMapping(facts.hdrTransfer)] : [];
  const whole = facts.isInterlaced ? [deinterlacing] : [];
  return [...whole, squarePixels, options.size, ...mapping, `format=${options.pixelFormat}`].join(",");
}

/** ffmpeg's filter that removes what a camera writes between the frames of H.264: its settings, and with GPS its route. */
export const withoutMessages = "filter_units=remove_types=6";
