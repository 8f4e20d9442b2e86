import type { ExportedItem } from "@/lib/album/exports/format";
import { escapeHtml } from "@/lib/shared/escape-html";
import { formatMonth, unknownMonth } from "@/lib/shared/months";

/** The file of an item that a sidecar describes. */
export type SidecarPart = "original" | "clip" | "edited";

const namespaces = {
  dc: "http://purl.org/dc/elements/1.1/",
  xmp: "http://ns.adobe.com/xap/1.0/",
  exif: "http://ns.adobe.com/exif/1.0/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
  "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
  stDim: "http://ns.adobe.com/xap/1.0/sType/Dimensions#",
  stArea: "http://ns.adobe.com/xmp/sType/Area#",
} as const;

const maxStars = 5;

/** Characters that XML can't contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string) => escapeHtml(text.toWellFormed().replace(unfit, ""));

const element = (name: string, content: string | number) => `<${name}>${content}</${name}>`;
const list = (name: string, kind: "Bag" | "Seq", texts: readonly string[]) =>
  texts.length === 0
    ? ""
    : element(name, element(`rdf:${kind}`, texts.map((text) => element("rdf:li", escaped(text))).join("")));

/** The camera's date if the item is filed under its month; otherwise someone has corrected it. */
function cameraDate({ takenAt, year, month }: ExportedItem): string | null {
  if (takenAt === null) return null;
  const isFiledThere = Number(takenAt.slice(0, 4)) === year && Number(takenAt.slice(5, 7)) === month;
  return isFiledThere ? takenAt.slice(0, 19) : null;
}

function dates(item: ExportedItem): string {
  const taken = cameraDate(item);
  if (taken) return element("exif:DateTimeOriginal", taken) + element("photoshop:DateCreated", taken);
  const year = String(item.year).padStart(4, "0");
  const isMonthKnown = item.month !== unknownMonth;
  return element(
    "photoshop:DateCreated",
    isMonthKnown ? `${year}-${String(item.month).padStart(2, "0")}` : year,
  );
}

/** Degrees and minutes, as XMP writes them: 51,30.123456N. */
function angle(degrees: number, [positive, negative]: readonly [string, string]): string {
  // Rounded first: 59.9999999 minutes are a degree.
  const minutes = Math.round(Math.abs(degrees) * 60 * 1e6) / 1e6;
  const whole = Math.floor(minutes / 60);
  return `${whole},${(minutes - whole * 60).toFixed(6)}${degrees < 0 ? negative : positive}`;
}

function place({ facts }: ExportedItem): string {
  if (!facts || facts.latitude === null || facts.longitude === null) return "";
  const altitude =
    facts.altitudeM === null
      ? ""
      : element("exif:GPSAltitude", `${Math.round(Math.abs(facts.altitudeM) * 100)}/100`) +
        element("exif:GPSAltitudeRef", facts.altitudeM < 0 ? 1 : 0);
  return (
    element("exif:GPSLatitude", angle(facts.latitude, ["N", "S"])) +
    element("exif:GPSLongitude", angle(facts.longitude, ["E", "W"])) +
    altitude
  );
}

/** Rounds off the noise of a sum of fractions. */
const share = (value: number) => Number(value.toFixed(6));

function regions(item: ExportedItem, nameOf: (person: string) => string | undefined): string {
  const faces = item.faces.flatMap(({ person, ...face }) => {
    const name = nameOf(person);
    return name === undefined ? [] : [{ name, ...face }];
  });
  if (faces.length === 0 || !item.width || !item.height) return "";
  const listed = faces.map(({ name, left, top, width, height }) => {
    const area =
      `stArea:x="${share(left + width / 2)}" stArea:y="${share(top + height / 2)}" stArea:w="${width}" stArea:h="${height}" ` +
      'stArea:unit="normalized"';
    return (
      `<rdf:li rdf:parseType="Resource">${element("mwg-rs:Name", escaped(name))}` +
      `${element("mwg-rs:Type", "Face")}<mwg-rs:Area ${area}/></rdf:li>`
    );
  });
  return (
    '<mwg-rs:Regions rdf:parseType="Resource">' +
    `<mwg-rs:AppliedToDimensions stDim:w="${item.width}" stDim:h="${item.height}" stDim:unit="pixel"/>` +
    `${element("mwg-rs:RegionList", element("rdf:Bag", listed.join("")))}</mwg-rs:Regions>`
  );
}

/**
 * What is known about an item, as an XMP sidecar for one of its files.
 * @param nameOf what the family calls a person of the export
 */
export function sidecarOf(
  item: ExportedItem,
  part: SidecarPart,
  nameOf: (person: string) => string | undefined,
): string {
  const people = [...new Set(item.people.flatMap(({ person }) => nameOf(person) ?? []))];
  const rough =
    item.month === unknownMonth && item.precision !== "exact"
      ? [formatMonth({ ...item, yearPrecision: item.precision })]
      : [];
  const description =
    item.description === ""
      ? ""
      : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(item.description)}</rdf:li></rdf:Alt></dc:description>`;
  const shown = item.edits === null ? "original" : "edited";
  const known = Object.entries(namespaces).map(([prefix, address]) => ` xmlns:${prefix}="${address}"`);
  const facts = [
    description,
    list("dc:subject", "Bag", [...new Set([...item.hashtags, ...people, ...rough])]),
    list("Iptc4xmpExt:PersonInImage", "Bag", people),
    dates(item),
    place(item),
    element("xmp:Rating", Math.min(maxStars, item.hearts.length)),
    part === shown ? regions(item, nameOf) : "",
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""${known.join("")}>
${facts.filter((fact) => fact !== "").join("\n")}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>
`;
}
