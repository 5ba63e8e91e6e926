import iconv from 'iconv-lite'

const UTF8_FLAG = 1 << 11
/** Info-ZIP Unicode Path: version, CRC of the plain name, then the name in UTF-8. */
const UNICODE_PATH = 0x7075

interface RawName {
  rawEntryName: Buffer
  extra: Buffer
  header: { flags: number }
}

/**
 * An entry's name. The flag, a Unicode extra field or valid UTF-8 say UTF-8; anything else is what Chinese Windows
 * writes, GBK. Its backslashes are separators.
 */
export function entryName(entry: RawName): string {
  const plain = entry.rawEntryName
  const name =
    unicodePath(entry.extra) ??
    (entry.header.flags & UTF8_FLAG ? plain.toString('utf8') : (strictUtf8(plain) ?? iconv.decode(plain, 'gbk')))
  return name.replaceAll('\\', '/')
}

function strictUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function unicodePath(extra: Buffer): string | null {
  let at = 0
  while (at + 4 <= extra.length) {
    const length = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === UNICODE_PATH && length > 5 && at + 4 + length <= extra.length) {
      return strictUtf8(extra.subarray(at + 9, at + 4 + length))
    }
    at += 4 + length
  }
  return null
}
