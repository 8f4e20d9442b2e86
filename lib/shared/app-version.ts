import packageJson from "@/package.json";

/** The version in package.json. */
export const appVersion: string = packageJson.version;
