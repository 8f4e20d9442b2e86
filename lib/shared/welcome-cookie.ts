/** The cookie that remembers that home has shown the welcome photo; its value names the day and the family. */
export const welcomeCookie = "welcomeSeen";
export const welcomeSeenValue = (today: string, familyId: string) => `${today}.${familyId}`;
