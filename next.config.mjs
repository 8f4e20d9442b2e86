/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A page is loaded when it is first asked for: an idle album holds only what it uses.
  experimental: { preloadEntriesOnStart: false },
  // npm test checks types, of the tests too; a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Private pictures never pass through next/image: its cache is shared between people.
  images: { unoptimized: true },
  serverExternalPackages: ["sharp", "pg", "graphile-worker", "@node-rs/argon2", "exifr"],
  turbopack: { root: import.meta.dirname },
  // Next has no dynamic part inside a path segment; the address stays as specification 2.2 writes it.
  rewrites: async () => [{ source: "/display-single-image-:id", destination: "/display-single-image/:id" }],
};

export default nextConfig;
