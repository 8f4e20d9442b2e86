/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  // server/serve.ts does it better.
  compress: false,
  reactStrictMode: true,
  // A page is loaded when it is first requested: an idle album keeps only what it uses in memory.
  experimental: {
    preloadEntriesOnStart: false,
    // A separate style sheet costs the first view another round trip (docs/performance.md, Home).
    inlineCss: true,
    // Nothing reads them, and they were two thirds of the build's files and a sixth of its time.
    turbopackSourceMaps: false,
    // Only helps the next build, which a fresh checkout never has.
    turbopackFileSystemCacheForBuild: process.env.CI !== "true",
  },
  // npm test checks types, including those of the tests; a start need not repeat it.
  typescript: { ignoreBuildErrors: true },
  // Private pictures never pass through next/image: its cache is shared between people.
  images: { unoptimized: true },
  serverExternalPackages: ["sharp", "pg", "graphile-worker", "@node-rs/argon2", "exifr"],
  turbopack: { root: import.meta.dirname },
  // Next has no dynamic part within a path segment; the address stays as in specification 2.2.
  rewrites: async () => [{ source: "/display-single-image-:id", destination: "/display-single-image/:id" }],
};

export default nextConfig;
