/** What EXIF says about what wrote it and when, verbatim; anything may be missing. */
export interface ExifOrigin {
  make?: unknown;
  model?: unknown;
  software?: unknown;
  /** DateTimeOriginal. */
  original?: unknown;
  /** DateTimeDigitized, which some call CreateDate. */
  digitized?: unknown;
}

/**
 * Scanners by make and model. Makes that also sell cameras need a model; most other models contain the word "scan",
 * such as CanoScan, ScanJet, COOLSCAN, and ScanMaker.
 */
const scanners: readonly (readonly [make: RegExp, model: RegExp])[] = [
  [/^(?:brother|noritsu|pfu|plustek|doxie|apparent|pacific image|pakon)/, /(?:)/],
  [
    /epson/,
    /perfection|fastfoto|expression|workforce|ecotank|stylus|artisan|\b(?:ds|es|et|ew|gt|px|wf|xp)-|\bl\d{4}\b/,
  ],
  [/canon/, /lide|pixma|imagerunner|imageclass|\b(?:dr|ir)-|\b(?:mf|mg|mp|mx|tr|ts)\d{3}|\bg\d{4}\b|\b9000f/],
  [
    /^hp|hewlett/,
    /officejet|deskjet|laserjet|\benvy|smart tank|\btango|\bpsc|photosmart (?:[bcd]\d{4}|plus|premium|.*series)/,
  ],
  [/fujitsu/, /\bfi-\d|\b(?:ix|sv|sp)-?\d{3,4}/],
  [/fuji/, /\bsp-?\d{3,4}|frontier/],
  [/nikon/, /\bls-\d/],
  [/kodak/, /\bps ?\d{2,3}\b|picture saver|\bi\d{3,4}\b|\b[ef]\d{4}\b|\bs\d{4}\b|pakon|\brfs|\bhr ?[25]00/],
  [/minolta|konica/, /bizhub/],
  [/xerox|ricoh/, /workcentre|versalink|aficio|\b(?:im|mp) c?\d{3,4}/],
];
/** A handheld computer with a camera is called ScanPal. */
const scannerModel = /scan(?!pal)/;
/** Programs and apps that scan, or take photos of photos; the model is then the phone's. */
const scanningPrograms = /\bscan|photoscan|camscanner|vuescan|silverfast|photomyne|unfade|fastfoto|naps2/;

const lower = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : "");

function isScanner(origin: ExifOrigin): boolean {
  const [make, model, software] = [lower(origin.make), lower(origin.model), lower(origin.software)];
  return (
    scannerModel.test(model) ||
    scanningPrograms.test(software) ||
    scanningPrograms.test(make) ||
    scanners.some(([makes, models]) => makes.test(make) && models.test(model))
  );
}

const dayOf = (date: unknown) =>
  /^\d{4}[:-]\d{2}[:-]\d{2}/.exec(lower(date))?.[0].replaceAll("-", ":") ?? null;
const earliestDay = "1826";

/**
 * Whether EXIF's dates are the day of scanning, not of the photo. A DateTimeOriginal on a day before DateTimeDigitized
 * was set by a person, as scanning programs allow, and is the photo's.
 */
export function isScanDate(origin: ExifOrigin): boolean {
  if (!isScanner(origin)) return false;
  const [original, digitized] = [dayOf(origin.original), dayOf(origin.digitized)];
  const isSetByHand =
    original !== null && digitized !== null && original < digitized && original > earliestDay;
  return !isSetByHand;
}
