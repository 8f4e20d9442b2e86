import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** What a phone writes about a photo taken near Bath: 51.375 N, 2.36 W. */
export const shotExif = {
  IFD0: { Make: "Apple", Model: "iPhone 15 Pro" },
  IFD2: {
    ExposureTime: "1/120",
    FNumber: "178/100",
    ISOSpeedRatings: "64",
    FocalLength: "6765/1000",
    FocalLengthIn35mmFilm: "24",
    LensModel: "iPhone 15 Pro back triple camera",
    Flash: "25",
  },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "51/1 22/1 3000/100",
    GPSLongitudeRef: "W",
    GPSLongitude: "2/1 21/1 36/1",
    GPSAltitudeRef: "0",
    GPSAltitude: "100/3",
  },
};

/** A JPEG with all of that, different from every other. */
export async function shotPicture(): Promise<Buffer> {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: "red" } });
  return Buffer.concat([await picture.withExif(shotExif).jpeg().toBuffer(), randomBytes(16)]);
}
