/** The security headers of pages. */
export interface PageSecurity {
  nonce: string;
  isSecure: boolean;
  /** React's development build evaluates strings, and its reload uses a WebSocket. */
  isDevelopment: boolean;
  /** The avatar service, if the installation has set one up: pictures may come from its origin. */
  avatarServiceUrl?: string | undefined;
}

/** Scripts run only with this answer's nonce, nothing loads from elsewhere, and nobody can frame the page. */
export function contentSecurityPolicy({ nonce, isDevelopment, avatarServiceUrl }: PageSecurity): string {
  const avatars = avatarServiceUrl ? ` ${new URL(avatarServiceUrl.replaceAll("{name}", "name")).origin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Styles of individual elements (placeholder colours, progress) are inline.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${avatars}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function pageSecurityHeaders(security: PageSecurity): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(security),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=(), browsing-topics=()",
    ...(security.isSecure ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}
