import { extensionOf } from '#shared/domain/fileNames.ts'

/** Bytes that are enough to know what a file is, pictures included. */
export const HEAD_BYTES = 4096

type Family = 'image' | 'zip' | 'rar' | 'gz' | 'office' | 'pdf' | 'mp4' | 'ebml' | 'ogg' | 'wav' | 'mp3' | 'program'

/** What files begin with, as Latin-1, at an offset. */
const SIGNS: readonly [Family, number, readonly string[]][] = [
  ['image', 0, ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', '\xff\xd8\xff']],
  ['image', 8, ['WEBP']],
  ['zip', 0, ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08']],
  ['rar', 0, ['Rar!\x1a\x07']],
  ['gz', 0, ['\x1f\x8b\x08']],
  ['office', 0, ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']],
  ['pdf', 0, ['%PDF-']],
  ['mp4', 4, ['ftyp']],
  ['ebml', 0, ['\x1a\x45\xdf\xa3']],
  ['ogg', 0, ['OggS']],
  ['wav', 8, ['WAVE']],
  ['mp3', 0, ['ID3']],
  ['program', 0, ['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '#!', 'L\0\0\0\x01\x14\x02', 'MSCF']],
  ['program', 0, ['\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe']],
]

/** What may lie behind a name's extension; office files come as both containers whatever they are called. */
const ALLOWED: Record<string, readonly Family[]> = {
  gif: ['image'],
  jpg: ['image'],
  jpeg: ['image'],
  png: ['image'],
  zip: ['zip'],
  rar: ['rar', 'zip'],
  gz: ['gz'],
  doc: ['office', 'zip'],
  docx: ['zip', 'office'],
  xls: ['office', 'zip'],
  xlsx: ['zip', 'office'],
  pdf: ['pdf'],
  mp4: ['mp4'],
  webm: ['ebml'],
  ogg: ['ogg'],
  wav: ['wav'],
  mp3: ['mp3', 'wav'],
}

/**
 * Does the content contradict the name? Only what is surely something else does: many honest files begin with nothing
 * known. A program never passes, whatever it is called.
 */
export function contradicts(name: string, head: Buffer): boolean {
  const text = head.toString('latin1', 0, HEAD_BYTES)
  const found = SIGNS.find(([, at, signs]) => signs.some((sign) => text.startsWith(sign, at)))?.[0]
  if (found === undefined) return false
  return found === 'program' || !(ALLOWED[extensionOf(name)] ?? []).includes(found)
}
