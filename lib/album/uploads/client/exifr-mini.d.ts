/** exifr's smallest build, which knows tags only by number; the package only has types for its full build. */
declare module "exifr/dist/mini.esm.mjs" {
  interface Options {
    ifd0: boolean;
    ifd1: boolean;
    gps: boolean;
    interop: boolean;
    /** Tag numbers. */
    exif: number[];
    translateKeys: boolean;
    translateValues: boolean;
    reviveValues: boolean;
  }
  const exifr: {
    parse: (data: ArrayBuffer, options: Options) => Promise<Record<number, unknown> | undefined>;
  };
  export default exifr;
}
