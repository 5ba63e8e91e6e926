import { AppError } from '#shared/errors/index.ts'
import { BrokenSource } from './source.ts'

/** Bytes in which the declaration must stand. */
const HEAD = 1024
const DECLARED = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i

/** The encoding that the first bytes name: a byte order mark, else the declaration, else UTF-8. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return (
    DECLARED.exec(
      head
        .subarray(0, HEAD)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, ''),
    )?.[1] ?? 'utf-8'
  )
}

/**
 * Text of an XML file as it comes in.
 * @param line of which the reader is at the moment, for the message
 * @throws BrokenSource for bytes that are not of the encoding, AppError `invalid` for an encoding that nobody knows
 */
export async function* xmlText(bytes: AsyncIterable<Buffer>, line: () => number): AsyncGenerator<string, void> {
  let decoder: ReturnType<typeof decoderOf> | null = null
  let name = ''
  for await (const chunk of bytes) {
    if (!decoder) {
      name = encodingOf(chunk)
      decoder = decoderOf(name)
    }
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch {
      yield goodStart(chunk, name)
      throw wrongBytes(name, line())
    }
    yield text
  }
  try {
    yield decoder?.decode() ?? ''
  } catch {
    throw wrongBytes(name, line())
  }
}

const wrongBytes = (name: string, line: number): BrokenSource =>
  new BrokenSource({ line, column: 0, message: `文件不是 ${name.toUpperCase()} 编码，请另存为 UTF-8` })

function decoderOf(name: string) {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new AppError('invalid', `不认识文件声明的编码“${name}”，请另存为 UTF-8 后重新上传`)
  }
}

/** What comes before the first wrong byte: its lines count. */
function goodStart(chunk: Buffer, name: string): string {
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
