/**
 * What the screens may load: their own files and nothing else. Their component kit sets the style of single elements,
 * so those are allowed, and style sheets from anywhere but a file are not.
 */
export const screensPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Of every file of the screens, whether a gateway or the desktop serves it. */
export const screenHeaders = {
  'content-security-policy': screensPolicy,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
