import localFont from "next/font/local";

// The Latin letters. The text's are preloaded; the headings' would compete with the pictures on a slow connection:
// until they arrive, the device's own font stands in with the same metrics. Other letters come from the packages' own
// style sheets, on demand (both in globals.css).
export const figtree = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree",
  adjustFontFallback: false,
});

export const fraunces = localFont({
  src: "../node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-fraunces",
  adjustFontFallback: false,
  preload: false,
});
