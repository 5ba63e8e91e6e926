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
 * An entry's name. The flag or a Unicode extra field say UTF-8; other names are read as what they are more likely to
 * be, UTF-8 or the GBK of Chinese Windows. Its backslashes are separators.
 */
export function entryName(entry: RawName): string {
  const plain = entry.rawEntryName
  const flagged = (entry.header.flags & UTF8_FLAG) !== 0
  const utf8 = unicodePath(entry.extra) ?? (flagged || !looksLikeGbk(plain) ? strictUtf8(plain) : null)
  return (utf8 ?? iconv.decode(plain, 'gb18030')).replaceAll('\\', '/')
}

/** Common Chinese characters only, two bytes each. */
const GB2312 = /^(?:\p{ASCII}|[\xb0-\xf7][\xa1-\xfe])*$/u
/** Names in UTF-8 that hold Chinese have three bytes for each character. */
const TWO_BYTES = /^(?:\p{ASCII}|[\xc2-\xdf][\x80-\xbf])*$/u

/** Some GBK words are valid UTF-8 by chance: 图片 would read ͼƬ, 一 would read һ. */
function looksLikeGbk(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return /\P{ASCII}/u.test(text) && TWO_BYTES.test(text) && GB2312.test(text)
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
