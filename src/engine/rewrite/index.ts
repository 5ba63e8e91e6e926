import { rewriteCss } from './css.ts'
import type { RewriteAddress } from './edits.ts'
import { type IsRemoved, rewriteHtml } from './html.ts'
import { rewriteJson } from './json.ts'
import { rewriteScript } from './script.ts'
import { rewriteXml } from './xml.ts'

export type { RewriteAddress } from './edits.ts'
export { type AddressRules, createAddressRewriter } from './siteAddresses.ts'

/** Kinds of text files whose addresses can be rewritten, by the extension of the file. */
const KINDS: Readonly<Record<string, 'html' | 'css' | 'json' | 'script' | 'xml' | 'plain'>> = {
  html: 'html',
  htm: 'html',
  shtml: 'html',
  css: 'css',
  json: 'json',
  webmanifest: 'json',
  js: 'script',
  mjs: 'script',
  xml: 'xml',
  rss: 'xml',
  atom: 'xml',
  svg: 'xml',
  txt: 'plain',
}

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Is the file a text whose addresses can be rewritten? */
export const canRewrite = (path: string): boolean => extensionOf(path) in KINDS

/**
 * A text file with other addresses, by the kind that its name says.
 * @param rewrite answers the new address, or null to keep the one that is there
 * @param isRemoved scripts of a page, by their `src`, that are left out
 */
export function rewriteFile(path: string, text: string, rewrite: RewriteAddress, isRemoved?: IsRemoved): string {
  const kind = KINDS[extensionOf(path)]
  if (kind === 'html') return rewriteHtml(text, rewrite, isRemoved)
  if (kind === 'css') return rewriteCss(text, rewrite)
  if (kind === 'json') return rewriteJson(text, rewrite, (html) => rewriteHtml(html, rewrite))
  if (kind === 'script') return rewriteScript(text, rewrite)
  if (kind === 'xml') return rewriteXml(text, rewrite)
  return kind === 'plain' ? text.replace(/https?:\/\/[^\s"'<>]+/gi, (address) => rewrite(address) ?? address) : text
}
