import type { PictureEdits } from "@/lib/shared/picture-edits";

/** Part of the upright picture, in pixels. */
export interface PictureRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The decoder's jobs (server/decoder/jobs.ts) and the options each takes besides the picture. */
export interface DecoderJobs {
  describe: object;
  derivatives: { edits: PictureEdits | null };
  /** From the whole picture, or its first bytes. */
  metadata: { isWhole: boolean };
  face: { square: PictureRegion; pixels: number };
  motion: object;
  pixels: { side: number };
  /** The region is of the edited picture. */
  print: { paperWidth: number; paperHeight: number; region: PictureRegion; edits: PictureEdits | null };
  sheet: object;
  plain: { width: number; height: number };
  withoutPlace: object;
  /** The whole picture placed on a frame of this size, with a line of text below. */
  filmFrame: { width: number; height: number; caption: string };
  shareCard: { heading: string; lead: string; appName: string; width: number; height: number };
}

export type DecoderRequest = {
  [Job in keyof DecoderJobs]: { job: Job } & DecoderJobs[Job];
}[keyof DecoderJobs];
