/** Placeholder for a response's nonce in the built index.html. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * The Content-Security-Policy of the page, the same on both hosts (architecture.md, Security rules).
 * @param nonce new for every response; the page's style elements carry it.
 * @param frames origin of the live previews of workspaces (`http://127.0.0.1:<port>`); '' if there are none.
 */
export function contentSecurityPolicy(nonce: string, frames: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // Live previews are on one loopback port, in a sandboxed frame. 'self' is only for content previews: every other
    // page of this origin refuses to be framed (frame-ancestors).
    `frame-src ${["'self'", frames].filter((each) => each !== '').join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Inserts the nonce of a response into the built index.html. */
export const withNonce = (html: string, nonce: string): string => html.replaceAll(NONCE_PLACEHOLDER, nonce)

/** Headers of every file of the page, on both hosts. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * Headers of a server file on the page's own origin: it is shown or played only as its declared type, and cannot run
 * scripts even if opened as a page.
 */
export const MEDIA_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  // A replaced file keeps its address, so caching is forbidden.
  'cache-control': 'no-store',
}

/**
 * Headers of a preview page in a sandboxed frame: without an origin it cannot access the page, it runs no scripts, and
 * it loads only from the host.
 */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'self'; sandbox",
  'cache-control': 'no-store',
}
