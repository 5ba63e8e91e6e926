import { open } from 'node:fs/promises'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { isTemporary } from '../attachment/attachments.ts'
import { createFormatError } from './request.ts'

/**
 * Checks that the content of a file matches its name. Returns the facts of an image's header.
 * @throws AppError `unsupported`
 */
export async function requireContent(
  kind: UploadKind,
  name: string,
  dir: string,
  file: string,
): Promise<ImageFacts | null> {
  if (isTemporary(dir)) return null
  const isImage = UPLOAD_RULES.image.extensions.includes(extensionOf(name))
  const head = await readHead(file, isImage ? IMAGE_HEAD_BYTES : HEAD_BYTES)
  if (!isImage) {
    if (contradictsName(name, head)) throw createFormatError(kind, `“${name}”的内容和扩展名不一致，`)
    return null
  }
  const facts = readImage(head)
  if (facts) return facts
  throw createFormatError('image', `“${name}”的内容不是图片，`)
}

async function readHead(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const length = Math.min(most, (await handle.stat()).size)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Bytes needed to recognize a file's type, images included. */
export const HEAD_BYTES = 4096

type FileFamily = 'image' | 'zip' | 'rar' | 'gz' | 'office' | 'pdf' | 'mp4' | 'ebml' | 'ogg' | 'wav' | 'mp3' | 'program'

/** File signatures at an offset, as Latin-1. */
const SIGNATURES: readonly [FileFamily, number, readonly string[]][] = [
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

/** Allowed content by extension; office files use both containers with either extension. */
const ALLOWED_FAMILIES: Record<string, readonly FileFamily[]> = {
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
 * Whether the content contradicts the name. Unknown content is allowed, because many valid files have no known
 * signature; programs never are.
 */
export function contradictsName(name: string, head: Buffer): boolean {
  const text = head.toString('latin1', 0, HEAD_BYTES)
  const found = SIGNATURES.find(([, at, signs]) => signs.some((sign) => text.startsWith(sign, at)))?.[0]
  if (found === undefined) return false
  return found === 'program' || !(ALLOWED_FAMILIES[extensionOf(name)] ?? []).includes(found)
}

/** Facts from an image's header; size in pixels, 0 if unknown. */
export interface ImageFacts {
  type: 'png' | 'gif' | 'jpeg'
  width: number
  height: number
}

/** Bytes needed to find the size after long metadata. */
export const IMAGE_HEAD_BYTES = 1024 * 1024

/** Reads an image's header; null for other formats than PNG, GIF and JPEG. */
export function readImage(head: Buffer): ImageFacts | null {
  if (head.length >= 24 && head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') {
    return { type: 'png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  if (head.length >= 10 && /^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) {
    return { type: 'gif', width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  }
  if (head.length >= 4 && head.readUIntBE(0, 3) === 0xffd8ff) return { type: 'jpeg', ...readJpegSize(head) }
  return null
}

/** Start-of-frame markers; C4, C8 and CC have other meanings. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpegSize(head: Buffer): { width: number; height: number } {
  let at = 2
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head.readUInt8(at + 1)
    if (isFrame(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return { width: 0, height: 0 }
}

/** Width and height after applying the camera's orientation; null when the image can't be decoded. */
export async function readUprightSize(file: string): Promise<{ width: number; height: number } | null> {
  try {
    const { sharp } = await import('#server/sharp.ts')
    const { autoOrient } = await sharp(file).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}
