/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Private pictures never pass through next/image: its cache is shared between people.
  images: { unoptimized: true },
  serverExternalPackages: ["sharp", "pg", "graphile-worker", "@node-rs/argon2"],
  turbopack: { root: import.meta.dirname },
};

export default nextConfig;
