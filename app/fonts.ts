import localFont from "next/font/local";

// The latin letters. Those of the text are preloaded; those of headings would come before the pictures on a slow line:
// until they are there, the device's own stand in with the same measures. Other letters come from the packages' own
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
