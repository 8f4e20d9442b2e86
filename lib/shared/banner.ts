/** Specification 9.1: how long an item of the rotating banner is shown. */
export const bannerRotationSeconds = 4;

/** The cookie that hides the rotating banner; its value names the day and the family. */
export const bannerCookie = "bannerHidden";
export const bannerHiddenValue = (today: string, familyId: string) => `${today}.${familyId}`;

/** The visitor's own time zone, saved by the page's script for the next request. */
export const timeZoneCookie = "timeZone";
export const timeZoneScript = `document.cookie="${timeZoneCookie}="+Intl.DateTimeFormat().resolvedOptions().timeZone+"; path=/; max-age=31536000; samesite=lax"`;
