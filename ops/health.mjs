// For a container's health check: ends with 0 while the album and its database answer.
import { get } from "node:http";
import { albumHost } from "./lib/album-host.mjs";

// The one name that health checks can always use (lib/http/hosts.ts).
const headers = { Host: "localhost" };
const options = { host: albumHost(), port: process.env.PORT || 3000, path: "/api/health", headers };

get({ ...options, timeout: 5_000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on("error", () => process.exit(1))
  .on("timeout", () => process.exit(1));
