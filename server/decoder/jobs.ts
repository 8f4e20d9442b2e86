import type { ResizeOptions } from "sharp";
import type { DecoderJobs, DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { decodable } from "@/server/decoder/decodable";
import { makeDerivatives, makeSphere, mediumBox } from "@/server/decoder/derivatives";
import { makeFilmFrame } from "@/server/decoder/film-frame";
import { isHeif } from "@/server/decoder/heif";
import { readMetadata } from "@/server/decoder/metadata";
import { findMotion } from "@/server/decoder/motion";
import { findPanorama } from "@/server/decoder/panorama";
import {
  cutFace,
  describePicture,
  makePrint,
  makeSheetPicture,
  makeTestPicture,
  readPixels,
} from "@/server/decoder/parts";
import { isRawPhoto } from "@/server/decoder/raw";
import { drawShareCard } from "@/server/decoder/share-card";
import { removePlace } from "@/server/decoder/without-place";

type Jobs = { [Name in keyof DecoderJobs]: Job<DecoderJobs[Name]> };

type Job<Wanted> = (picture: Buffer, wanted: Wanted) => object | Promise<object>;

/** For jobs that need an original's pixels, or only as many as fit into `box`. */
const onPixels =
  <Wanted>(job: Job<Wanted>, box?: ResizeOptions): Job<Wanted> =>
  async (picture, wanted) =>
    job((await decodable(picture, box)).picture, wanted);

async function deriveFrom(original: Buffer, { edits }: DecoderJobs["derivatives"]): Promise<object> {
  const hasMotion = findMotion(original) !== null;
  // Cropping may make a small part of it the whole picture.
  if (edits) {
    const { picture } = await decodable(original);
    return { ...(await makeDerivatives(picture, edits)), hasMotion, panorama: null, sphere: null };
  }
  const { picture, size } = await decodable(original, mediumBox);
  const made = { ...(await makeDerivatives(picture, null)), ...size };
  const panorama = findPanorama(original, made);
  return { ...made, hasMotion, panorama, sphere: panorama && (await makeSphere(original, panorama)) };
}

/** sharp reads a HEIF's metadata without decoding it. */
async function describeOriginal(original: Buffer): Promise<object> {
  if (isHeif(original) && !isRawPhoto(original)) return describePicture(original);
  const { picture, size } = await decodable(original, mediumBox);
  return { ...(await describePicture(picture)), ...size };
}

/** Each returns what lib/platform/images expects. */
const jobs: Jobs = {
  describe: describeOriginal,
  derivatives: deriveFrom,
  face: onPixels(cutFace),
  metadata: readMetadata,
  motion: (picture) => ({ extent: findMotion(picture) }),
  pixels: onPixels(readPixels, mediumBox),
  print: onPixels(makePrint),
  sheet: makeSheetPicture,
  plain: (_picture, wanted) => makeTestPicture(wanted),
  withoutPlace: removePlace,
  filmFrame: makeFilmFrame,
  shareCard: (_picture, wanted) => drawShareCard(wanted),
};

/** The compiler can't tell that a request's options are those of its job. */
const jobOf = (name: DecoderRequest["job"]) => jobs[name] as Job<DecoderRequest>;

/** Does the requested job with a picture. */
export const doJob = (picture: Buffer, request: DecoderRequest): object | Promise<object> =>
  jobOf(request.job)(picture, request);
