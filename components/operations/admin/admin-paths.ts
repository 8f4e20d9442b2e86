/** Whether a path has the admins' navigation above the page. Small, because every page of the album includes it. */
export const isAdminPath = (path: string): boolean =>
  /^\/(?:admin(?:[/-]|$)|manage-users$|invite-family-members$|create-child-account$|direct-access$|print-(?:diagnostics|provider-test)$)/.test(
    path,
  ) || isDiagnosticsPath(path);

/** The test and debug pages of specification 2.2. */
export const isDiagnosticsPath = (path: string): boolean =>
  /^\/(?:video-(?:quality-demo|test|thumbnail-debug|upload-test|quality-test|test-page)|fix-images|view-images|image-diagnostic|test-media|profile-test)$/.test(
    path,
  );
