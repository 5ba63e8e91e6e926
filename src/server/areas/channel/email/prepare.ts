import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { toAsciiAddress, type Mail } from './compose.ts'

const STYLE = 'font-family:sans-serif;font-size:14px;line-height:1.7'
/** A message can't make the server read a local path or an address. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true }
const NEWLINE = Buffer.from('\r\n')

interface Addressee {
  address: string
  name: string
}

/** Bytes shared by all recipients, or the position of a text part that contains each recipient's own link. */
type Piece = Buffer | 'text' | 'html'

/**
 * A message whose files and text are encoded once. For each recipient only the headers are built, and the two short
 * text parts if they contain an unsubscribe link.
 */
export class PreparedMail {
  readonly #mail: Omit<Mail, 'parts'>
  /** Builds the headers; its children are encoded in `#pieces` and removed. */
  readonly #root: MimeNode
  readonly #pieces: readonly Piece[]
  readonly #hasLinks: boolean

  private constructor({ parts: _encoded, ...mail }: Mail, root: MimeNode, pieces: readonly Piece[], hasLinks: boolean) {
    this.#mail = mail
    this.#root = root
    this.#pieces = pieces
    this.#hasLinks = hasLinks
  }

  /** `hasLinks`: the text contains an unsubscribe link for each recipient. */
  static async create(mail: Mail, { isMass, hasLinks }: { isMass: boolean; hasLinks: boolean }): Promise<PreparedMail> {
    const words = createTexts(mail, isMass, '')
    const root = await composeMime({
      ...words,
      from: mail.from,
      to: mail.from,
      subject: mail.subject,
      attachments: mail.parts.map((part) => ({ ...part })),
      headers: isMass
        ? {
            'List-Unsubscribe': `<mailto:${mail.from.address}?subject=${encodeURIComponent('退订')}>`,
            ...(hasLinks && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
            Precedence: 'bulk',
          }
        : {},
    })
    const own = ({ content }: MimeNode): 'text' | 'html' | null => {
      if (!hasLinks) return null
      return content === words.text ? 'text' : content === words.html ? 'html' : null
    }
    const pieces = mergeBuffers(await encodeBody(root, own))
    root.childNodes = []
    return new PreparedMail(mail, root, pieces, hasLinks)
  }

  /**
   * The message for one recipient. Most pieces are shared between recipients and must not be changed. `unsubscribe` is
   * the recipient's unsubscribe address; '' when the message was prepared without links.
   */
  async encodeFor(
    to: Addressee,
    { messageId, unsubscribe }: { messageId: string; unsubscribe: string },
  ): Promise<Buffer[]> {
    const head = this.#headers(to, messageId, unsubscribe)
    const own = this.#hasLinks ? await encodeTexts(createTexts(this.#mail, true, unsubscribe)) : null
    return [head, ...this.#pieces.map((piece) => (typeof piece === 'string' ? (own?.[piece] ?? NEWLINE) : piece))]
  }

  /** Synchronous, so that recipients sent to in parallel can't mix up the shared root node. */
  #headers({ name, address }: Addressee, messageId: string, unsubscribe: string): Buffer {
    const root = this.#root
    root.setHeader('To', { name, address: toAsciiAddress(address) })
    root.setHeader('Message-ID', messageId)
    root.setHeader('Date', new Date())
    if (unsubscribe) root.setHeader('List-Unsubscribe', `<${unsubscribe}>`)
    return Buffer.from(`${root.buildHeaders()}\r\n\r\n`)
  }
}

/** Loads the library with the first message, so that it does not slow down the start. */
async function composeMime(mail: ConstructorParameters<typeof MailComposer>[0]): Promise<MimeNode> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  return new Composer({ ...NO_ACCESS, ...mail }).compile()
}

interface MailTexts {
  html: string
  text: string
}

/** The text of the message; mass mail gets an unsubscribe note. */
function createTexts(mail: Pick<Mail, 'html' | 'text'>, isMass: boolean, unsubscribe: string): MailTexts {
  const htmlNote = unsubscribe
    ? `如果不想再收到这类邮件，请<a href="${unsubscribe}">退订</a>。`
    : '如果不想再收到这类邮件，请回复“退订”。'
  const textNote = unsubscribe ? `\n\n退订：${unsubscribe}` : '\n\n如果不想再收到这类邮件，请回复“退订”。'
  const note = isMass ? `<p style="color:#888;font-size:12px">${htmlNote}</p>` : ''
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"></head><body style="${STYLE}">${mail.html}${note}</body></html>`,
    text: mail.text + (isMass ? textNote : ''),
  }
}

async function encodeTexts(words: MailTexts): Promise<{ text: Buffer; html: Buffer }> {
  const { childNodes } = await composeMime(words)
  const [text = NEWLINE, html = NEWLINE] = await Promise.all(childNodes.map(encodePart))
  return { text, html }
}

/** Encodes the body of a message or of a nested multipart. */
async function encodeBody(node: MimeNode, toTextKind: (part: MimeNode) => 'text' | 'html' | null): Promise<Piece[]> {
  // `buildHeaders` also chooses the boundary.
  const head = Buffer.byteLength(`${node.buildHeaders()}\r\n\r\n`)
  if (!node.multipart) {
    const body = (await encodePart(node)).subarray(head)
    return body.at(-1) === 0x0a ? [body] : [body, NEWLINE]
  }
  const pieces: Piece[] = []
  for (const [at, part] of node.childNodes.entries()) {
    pieces.push(Buffer.from(`${at > 0 ? '\r\n' : ''}--${node.boundary}\r\n`))
    const words = toTextKind(part)
    if (words) pieces.push(words)
    else if (part.childNodes.length === 0) pieces.push(await encodePart(part))
    else pieces.push(Buffer.from(`${part.buildHeaders()}\r\n\r\n`), ...(await encodeBody(part, toTextKind)))
  }
  return [...pieces, Buffer.from(`\r\n--${node.boundary}--\r\n`)]
}

/** Encodes a part with its headers. */
function encodePart(part: MimeNode): Promise<Buffer> {
  const out = new PassThrough()
  part.stream(out, {}, (error) => void (error ? out.destroy(error) : out.end()))
  return buffer(out)
}

/** Merges adjacent buffers. */
function mergeBuffers(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  let open: Buffer[] = []
  const end = (): void => {
    if (open.length > 0) all.push(Buffer.concat(open))
    open = []
  }
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      open.push(piece)
      continue
    }
    end()
    all.push(piece)
  }
  end()
  return all
}
