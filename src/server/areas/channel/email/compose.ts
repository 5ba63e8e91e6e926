import { domainToASCII } from 'node:url'
import { findLibraryFile } from '#server/areas/upload/index.ts'
import type { ServerDeps } from '#server/deps.ts'
import { MAX_ATTACHMENTS_MB } from '#shared/contract/emailSend.ts'
import { AppError } from '#shared/errors/index.ts'
import { Parser } from 'htmlparser2'

const BLOCKS = new Set([
  'p',
  'div',
  'br',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'ul',
  'ol',
  'blockquote',
])

/** Plain-text version of cleaned HTML: one line per paragraph, links followed by their addresses. */
function toPlainText(html: string): string {
  let text = ''
  const links: string[] = []
  const parser = new Parser({
    onopentag(name, { href = '' }) {
      if (name === 'a') links.push(/^https?:/.test(href) ? href : '')
      if (BLOCKS.has(name)) text += '\n'
    },
    ontext(words) {
      text += words.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      const href = name === 'a' ? (links.pop() ?? '') : ''
      if (href && !text.endsWith(href)) text += `（${href}）`
      if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.write(html)
  parser.end()
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The content that all recipients of a message share. */
interface MailContent {
  subject: string
  /** Cleaned HTML. */
  body: string
  attachments: readonly { src: string; name: string }[]
  from: { name: string; address: string }
}

interface Part {
  filename: string
  content: Buffer
  cid?: string
}

/** A message whose attachments and inline images are loaded. */
export interface Mail extends MailContent {
  html: string
  text: string
  parts: readonly Part[]
}

const IMAGE = /(<img\b[^<>]*?\ssrc=")(\/?files\/[^"?]+)(?:\?[^"]*)?(")/g

/**
 * Loads the attachments, and the images of the text, which are embedded.
 * @throws AppError `not-found` for a missing attachment, `too-large` above `MAX_ATTACHMENTS_MB`
 */
export async function loadMail(deps: ServerDeps, content: MailContent): Promise<Mail> {
  const parts: Part[] = []
  let remainingBytes = MAX_ATTACHMENTS_MB * 1024 * 1024
  const add = async (src: string, name: string, cid?: string): Promise<boolean> => {
    const file = await findLibraryFile(deps, deps.db, src)
    if (!file) return false
    remainingBytes -= file.size
    if (remainingBytes < 0)
      throw new AppError('too-large', `附件和图片一共不能超过 ${MAX_ATTACHMENTS_MB} MB，请减少附件或压缩图片`)
    parts.push({ filename: name || file.name, content: await file.read(), ...(cid && { cid }) })
    return true
  }
  const cids = new Map<string, string>()
  for (const [, , src = ''] of content.body.matchAll(IMAGE)) {
    if (cids.has(src)) continue
    const cid = `picture${cids.size + 1}@sitecraft`
    if (await add(src, '', cid)) cids.set(src, cid)
  }
  for (const { src, name } of content.attachments)
    if (!(await add(src, name))) throw new AppError('not-found', `附件“${name}”已不在资源库中，请重新选择附件`)
  const body = content.body.replace(IMAGE, (whole, before: string, src: string, after: string) => {
    const cid = cids.get(src)
    return cid ? `${before}cid:${cid}${after}` : whole
  })
  return { ...content, html: body, text: toPlainText(content.body), parts }
}

/** Converts the domain to ASCII (punycode), as SMTP requires. */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`
}
