import { shareTargetPath } from "@/lib/service-worker/cache-names";

/** The light theme's paper, like the page's own theme-color; a manifest supports only one theme. */
const paper = "#fdf9f5";

const icon = (name: string, size: number, purpose: "any" | "maskable" | "monochrome") => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon("icon", 192, "any")] });

/** What a phone needs to put the album on its home screen, and among its gallery's share targets. */
export function webManifest(appName: string) {
  return {
    id: "/",
    name: appName,
    short_name: appName,
    description: "A private album for your family's photos and videos.",
    lang: "en",
    dir: "ltr",
    start_url: "/?source=pwa",
    scope: "/",
    display: "standalone",
    theme_color: paper,
    background_color: paper,
    categories: ["photo", "lifestyle", "social"],
    icons: [
      icon("icon", 192, "any"),
      icon("icon", 512, "any"),
      icon("maskable", 192, "maskable"),
      icon("maskable", 512, "maskable"),
      icon("monochrome", 192, "monochrome"),
      { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
    shortcuts: [
      shortcut("Upload", "/?upload=1"),
      shortcut("Latest uploads", "/latest-uploads"),
      shortcut("Search", "/search"),
    ],
    share_target: {
      action: shareTargetPath,
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "media", accept: ["image/*", "video/*"] }],
      },
    },
  };
}

/** The manifest as it is served. */
export function manifestResponse(appName: string): Response {
  return new Response(JSON.stringify(webManifest(appName)), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
