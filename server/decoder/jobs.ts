import type { DecoderJobs, DecoderRequest } from "@/lib/platform/images/decoder-jobs";
import { readDates } from "@/server/decoder/dates";
import { makeDerivatives } from "@/server/decoder/derivatives";
import {
  cutFace,
  describe,
  makePrint,
  makeSheetPicture,
  makeTestPicture,
  readPixels,
} from "@/server/decoder/parts";
import { drawShareCard } from "@/server/decoder/share-card";
import { removePlace } from "@/server/decoder/without-place";

type Jobs = {
  [Job in keyof DecoderJobs]: (picture: Buffer, wanted: DecoderJobs[Job]) => object | Promise<object>;
};

/** Each returns what lib/platform/images expects. */
const jobs: Jobs = {
  dates: readDates,
  describe,
  derivatives: makeDerivatives,
  face: cutFace,
  pixels: readPixels,
  print: makePrint,
  sheet: makeSheetPicture,
  plain: (_picture, wanted) => makeTestPicture(wanted),
  withoutPlace: removePlace,
  shareCard: (_picture, wanted) => drawShareCard(wanted),
};

/** The compiler can't tell that a request's options are those of its job. */
const jobOf = (name: DecoderRequest["job"]) =>
  jobs[name] as (picture: Buffer, wanted: DecoderRequest) => object | Promise<object>;

/** Does the requested job with a picture. */
export const doJob = (picture: Buffer, request: DecoderRequest): object | Promise<object> =>
  jobOf(request.job)(picture, request);
