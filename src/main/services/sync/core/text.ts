import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** Larger files are compared only as bytes and are not shown side by side. */
export const MAX_TEXT_BYTES = 1024 * 1024

type Encoding = 'utf-8' | 'utf-8-bom' | 'gb18030'
export interface Text {
  text: string
  encoding: Encoding
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Decodes the bytes as text; null for binary data, more bytes than `limit`, or an encoding that doesn't reproduce the
 * same bytes (S37).
 */
export function decodeText(bytes: Uint8Array, limit = MAX_TEXT_BYTES): Text | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length > limit || buffer.includes(0)) return null
  const bom = buffer.subarray(0, 3).equals(BOM)
  for (const encoding of bom ? (['utf-8-bom'] as const) : (['utf-8', 'gb18030'] as const)) {
    const text = iconv.decode(buffer, iconvName(encoding), { stripBOM: true })
    if (encodeText({ text, encoding })?.equals(buffer)) return { text, encoding }
  }
  return null
}

/** Whether `decodeText` would succeed; fast for UTF-8. */
export const isText = (bytes: Buffer): boolean =>
  bytes.length <= MAX_TEXT_BYTES && !bytes.includes(0) && (isUtf8(bytes) || decodeText(bytes) !== null)

/** Encodes the text; null when the encoding lacks one of its characters. */
export function encodeText({ text, encoding }: Text): Buffer | null {
  const bytes = iconv.encode(text, iconvName(encoding), { addBOM: encoding === 'utf-8-bom' })
  return iconv.decode(bytes, iconvName(encoding), { stripBOM: encoding === 'utf-8-bom' }) === text ? bytes : null
}

const iconvName = (encoding: Encoding): string => (encoding === 'gb18030' ? 'gb18030' : 'utf-8')

/** Whether two texts differ only in CRLF and LF. */
export function differOnlyInLineEnds(a: Uint8Array, b: Uint8Array): boolean {
  const [left, right] = [decodeText(a), decodeText(b)]
  return (
    left !== null &&
    right !== null &&
    left.encoding === right.encoding &&
    withoutCarriageReturns(left) === withoutCarriageReturns(right)
  )
}
const withoutCarriageReturns = ({ text }: Text): string => text.replaceAll('\r\n', '\n')

/**
 * S3: whether two changed versions differ in more than line ends. A side that changed only line ends yields to the
 * other; if both have the same text, the server's bytes win. `base` is null when there was none.
 */
export function compareLineEnds(
  base: Uint8Array | null,
  local: Uint8Array,
  remote: Uint8Array,
): 'take-local' | 'take-remote' | 'conflict' {
  if (differOnlyInLineEnds(local, remote)) return 'take-remote'
  if (base && differOnlyInLineEnds(base, local)) return 'take-remote'
  if (base && differOnlyInLineEnds(base, remote)) return 'take-local'
  return 'conflict'
}
