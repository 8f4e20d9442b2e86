import packageJson from "@/package.json";

/** The version of package.json. */
export const appVersion: string = packageJson.version;
