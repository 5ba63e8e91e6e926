const ATTRIBUTE =
  /(\s(?:href|src|action|formaction|poster|srcset|data-[\w-]+)\s*=\s*["']?)\/(?!\/|files\/|thumbs\/|sitecraft-count)/gi
const STYLE = /(url\(\s*["']?)\/(?!\/|files\/|thumbs\/)/gi

/** Prefixes the site's addresses in a page or style, except those of uploads and the visit counter. */
export const prefixAddresses = (text: string, prefix: string): string =>
  text.replace(ATTRIBUTE, `$1${prefix}/`).replace(STYLE, `$1${prefix}/`)
