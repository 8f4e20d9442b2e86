import localFont from "next/font/local";

// The latin letters, preloaded. Other letters come from the packages' own style sheets (globals.css), on demand.
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
});
