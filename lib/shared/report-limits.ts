/** The limits of a report, in characters. */
export const maxReportTitle = 100;
export const maxReportMessage = 4000;
export const maxReportReason = 1000;
