import { AppError } from '#shared/errors/index.ts'
import { DamagedSourceError } from './source.ts'

/** Length of the start in which the XML declaration is searched. */
const DECLARATION_BYTES = 1024
const DECLARATION = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i

/** Detects the encoding by a byte order mark, else by the declaration; the default is UTF-8. */
function detectEncoding(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return (
    DECLARATION.exec(
      head
        .subarray(0, DECLARATION_BYTES)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, ''),
    )?.[1] ?? 'utf-8'
  )
}

/**
 * Decodes an XML file as it streams in.
 * @param line current line of the reader, for error messages
 * @throws DamagedSourceError for bytes that do not fit the encoding, AppError `invalid` for an unknown encoding
 */
export async function* xmlText(bytes: AsyncIterable<Buffer>, line: () => number): AsyncGenerator<string, void> {
  let decoder: ReturnType<typeof createDecoder> | null = null
  let name = ''
  for await (const chunk of bytes) {
    if (!decoder) {
      name = detectEncoding(chunk)
      decoder = createDecoder(name)
    }
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch {
      yield decodeValidPrefix(chunk, name)
      throw invalidEncoding(name, line())
    }
    yield text
  }
  try {
    yield decoder?.decode() ?? ''
  } catch {
    throw invalidEncoding(name, line())
  }
}

const invalidEncoding = (name: string, line: number): DamagedSourceError =>
  new DamagedSourceError({ line, column: 0, message: `文件不是 ${name.toUpperCase()} 编码，请另存为 UTF-8` })

function createDecoder(name: string) {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new AppError('invalid', `无法识别文件声明的编码“${name}”，请另存为 UTF-8 后重新上传`)
  }
}

/** The text before the first invalid byte: its items are still imported. */
function decodeValidPrefix(chunk: Buffer, name: string): string {
  let [good, bad] = [0, chunk.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    try {
      new TextDecoder(name, { fatal: true }).decode(chunk.subarray(0, middle), { stream: true })
      good = middle
    } catch {
      bad = middle
    }
  }
  return new TextDecoder(name).decode(chunk.subarray(0, good), { stream: true })
}
