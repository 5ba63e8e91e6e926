import iconv from 'iconv-lite'
import { type NameSamples, ZIP_ENCODINGS, type ZipEncoding } from '#shared/domain/zipNames.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'

const UTF8_FLAG = 1 << 11
/** Info-ZIP Unicode Path: version, CRC of the plain name, then the name in UTF-8. */
const UNICODE_PATH = 0x7075

/** The name of an entry as stored in the archive's directory. */
export interface RawName {
  rawEntryName: Buffer
  extra: Buffer
  flags: number
}

/**
 * Reads the names of an archive's entries. A flag or a Unicode extra field marks UTF-8; unmarked names are read as
 * UTF-8 or GBK (Chinese Windows), whichever is more likely. Backslashes are separators.
 * @param encoding chosen by the user for unmarked names
 * @throws AppError `invalid` when the encoding is unclear (fact `names`) or a name is not in the chosen one
 */
export function createNameReader(entries: readonly RawName[], encoding?: ZipEncoding): (entry: RawName) => string {
  const unsure = entries.filter((entry) => certainName(entry) === null).map(({ rawEntryName }) => rawEntryName)
  const silent = unsure.filter((name) => looksLikeGbk(name) || strictUtf8(name) === null)
  if (!encoding && !isClearlyGbk(silent)) {
    const fact = { kind: 'names', samples: decodeSamples(silent) } as const
    throw new AppError('invalid', UNKNOWN_ENCODING, { details: { fact } })
  }
  if (encoding && !unsure.every((name) => canDecode(name, encoding))) {
    const message = `压缩包中有的文件名不是 ${encoding.toUpperCase()} 编码，请换一种编码`
    throw fieldError('invalid', 'encoding', message)
  }
  return (entry) => {
    const name =
      certainName(entry) ?? (encoding ? decode(entry.rawEntryName, encoding) : likelyName(entry.rawEntryName))
    return name.replaceAll('\\', '/')
  }
}

const UNKNOWN_ENCODING = '无法判断压缩包中文件名的编码，请选择能正确显示文件名的编码后再解压'

/** A name whose encoding the archive declares, or which is ASCII; null: uncertain. */
function certainName({ rawEntryName, extra, flags }: RawName): string | null {
  const told = unicodePath(extra) ?? ((flags & UTF8_FLAG) !== 0 ? strictUtf8(rawEntryName) : null)
  return told ?? (rawEntryName.every((byte) => byte < 0x80) ? rawEntryName.toString('latin1') : null)
}

const likelyName = (plain: Buffer): string =>
  (looksLikeGbk(plain) ? null : strictUtf8(plain)) ?? iconv.decode(plain, 'gb18030')

const REPLACEMENT = '\ufffd'
const decode = (name: Buffer, encoding: ZipEncoding): string =>
  iconv.decode(name, encoding === 'gbk' ? 'gb18030' : encoding)
const canDecode = (name: Buffer, encoding: ZipEncoding): boolean => !decode(name, encoding).includes(REPLACEMENT)

/** Minimum share of common GB2312 characters in names in GBK; names in other encodings contain them only by chance. */
const MIN_COMMON_SHARE = 0.9
/** From this number of characters on, a few rare ones are tolerated. */
const MANY = 20

function isClearlyGbk(names: readonly Buffer[]): boolean {
  let [all, common] = [0, 0]
  for (const name of names) {
    if (!canDecode(name, 'gbk')) return false
    for (let at = 0; at < name.length; at += 1) {
      const [lead = 0, trail = 0] = [name[at], name[at + 1]]
      if (lead < 0x80) continue
      all += 1
      if (isCommon(lead, trail)) common += 1
      at += 1
    }
  }
  return common === all || (all >= MANY && common >= all * MIN_COMMON_SHARE)
}

/** Whether two bytes are a symbol or character of GB2312. */
const isCommon = (lead: number, trail: number): boolean =>
  trail >= 0xa1 && trail <= 0xfe && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xf7))

const MAX_SAMPLES = 5
const LONGEST_SAMPLE = 80

/** Private-use characters, which names in Big5 contain when read as GBK. */
const PRIVATE = /\p{Co}/u

/** The first names, decoded with each encoding that can decode all names. */
function decodeSamples(names: readonly Buffer[]): NameSamples[] {
  const shown = names.slice(0, MAX_SAMPLES)
  const text = (name: string): string => name.replaceAll('\\', '/').replace(/\p{C}/gu, REPLACEMENT)
  const readable = (encoding: ZipEncoding): boolean =>
    names.every((name) => canDecode(name, encoding) && !PRIVATE.test(decode(name, encoding)))
  return ZIP_ENCODINGS.filter(readable).map((encoding) => ({
    encoding,
    names: shown.map((name) => text(decode(name.subarray(0, 4 * LONGEST_SAMPLE), encoding)).slice(0, LONGEST_SAMPLE)),
  }))
}

/** Common Chinese characters only, two bytes each. */
const GB2312 = /^(?:\p{ASCII}|[\xb0-\xf7][\xa1-\xfe])*$/u
/** Valid UTF-8 of at most two bytes per character; Chinese characters have three. */
const TWO_BYTES = /^(?:\p{ASCII}|[\xc2-\xdf][\x80-\xbf])*$/u

/** Some GBK words are valid UTF-8 by chance: 图片 as ͼƬ, 一 as һ. */
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
