import chardet from 'chardet'
import iconv from 'iconv-lite'
import { AppError } from '#shared/errors/index.ts'

/** A decoded text file; saving with `encoding` gives the same bytes (S37). */
export interface DecodedText {
  content: string
  encoding: string
}

/** Byte order marks by encoding. `utf-8-bom` is UTF-8 with a mark, which is preserved. */
const MARKS: readonly { encoding: string; codec: string; mark: readonly number[] }[] = [
  { encoding: 'utf-8-bom', codec: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', codec: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', codec: 'utf-16be', mark: [0xfe, 0xff] },
]
/** Tried in this order for text that is not UTF-8: most old templates are GBK. */
const GUESSES = ['gbk', 'gb18030']

/** Decodes a file for the editor; null when it is not text or no encoding reproduces its bytes. */
export function decodeText(bytes: Buffer): DecodedText | null {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return roundTrip(bytes.subarray(marked.mark.length), marked.codec, marked.encoding)
  // No text in any of these encodings contains these control bytes.
  if (bytes.subarray(0, 1 << 20).some((byte) => byte < 9 || (byte > 13 && byte < 27))) return null
  const utf8 = roundTrip(bytes, 'utf-8', 'utf-8')
  if (utf8) return utf8
  const found = chardet.detect(bytes.subarray(0, 1 << 16))?.toLowerCase()
  const others = found && found !== 'gb18030' && iconv.encodingExists(found) ? [found] : []
  const order = isEastAsian(found) ? [...others, ...GUESSES] : [...GUESSES, ...others]
  for (const encoding of order) {
    const decoded = roundTrip(bytes, encoding, encoding)
    if (decoded) return decoded
  }
  return null
}

/**
 * Only these detections have priority over GBK: for short texts the detector often reports Western code pages wrongly.
 */
const isEastAsian = (name: string | undefined): boolean => /^(big5|shift_jis|euc-jp|euc-kr)$/.test(name ?? '')

function roundTrip(bytes: Buffer, codec: string, encoding: string): DecodedText | null {
  const content = iconv.decode(bytes, codec, { stripBOM: false })
  return iconv.encode(content, codec).equals(bytes) ? { content, encoding } : null
}

/**
 * Encodes an edited text in the file's own encoding.
 * @throws AppError `invalid` for an unknown encoding, or a character that the encoding lacks; the message names both
 */
export function encodeText(content: string, encoding: string, fileName: string): Buffer {
  const marked = MARKS.find((known) => known.encoding === encoding)
  const codec = marked?.codec ?? encoding
  if (!iconv.encodingExists(codec)) {
    throw new AppError('invalid', `不支持编码“${encoding}”，无法保存“${fileName}”，请选择其他编码`)
  }
  const body = iconv.encode(content, codec)
  if (iconv.decode(body, codec, { stripBOM: false }) !== content) {
    const lost = [...content].find((char) => iconv.decode(iconv.encode(char, codec), codec) !== char) ?? '�'
    throw new AppError(
      'invalid',
      `“${fileName}”的编码是 ${encoding.toUpperCase()}，无法保存字符“${lost}”，请替换该字符后再保存`,
    )
  }
  return marked ? Buffer.concat([Buffer.from(marked.mark), body]) : body
}
