const ATTRIBUTE =
  /(\s(?:href|src|action|formaction|poster|srcset|data-[\w-]+)\s*=\s*["']?)\/(?!\/|files\/|thumbs\/|sitecraft-count)/gi
const STYLE = /(url\(\s*["']?)\/(?!\/|files\/|thumbs\/)/gi

/** Addresses of the site in a page or style, as they are below a prefix; those of uploads and of the counting of visits stay. */
export const rebase = (text: string, prefix: string): string =>
  text.replace(ATTRIBUTE, `$1${prefix}/`).replace(STYLE, `$1${prefix}/`)
