import { readDates } from "./dates.mjs";
import { makeDerivatives } from "./derivatives.mjs";
import { cutFace, describe, makePrint, makeSheetPicture, makeTestPicture, readPixels } from "./parts.mjs";
import { drawShareCard } from "./share-card.mjs";
import { removePlace } from "./without-place.mjs";

/**
 * What can be asked for, by name: each is given the picture and what is wanted of it, and answers with what
 * lib/platform/images expects.
 */
export const jobs = {
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
