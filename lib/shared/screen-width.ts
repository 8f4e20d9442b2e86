/** How wide a screen is, as far as a row of pictures cares. */
export const screenWidths = ["phone", "tablet", "desktop"] as const;
export type ScreenWidth = (typeof screenWidths)[number];

/** The cookie that records the window's width for the next request. */
export const screenCookie = "screen";
