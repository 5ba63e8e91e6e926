/** What the first bytes of a picture tell. Pixels; 0 where the header has none. */
export interface ImageFacts {
  type: 'png' | 'gif' | 'jpeg'
  width: number
  height: number
}

/** Bytes that are enough to find the size also behind long metadata. */
export const IMAGE_HEAD_BYTES = 1024 * 1024

/** Reads a picture's header; null when it is no PNG, GIF or JPEG, whatever the name says. */
export function readImage(head: Buffer): ImageFacts | null {
  if (head.length >= 24 && head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') {
    return { type: 'png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  if (head.length >= 10 && /^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) {
    return { type: 'gif', width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  }
  if (head.length >= 4 && head.readUIntBE(0, 3) === 0xffd8ff) return { type: 'jpeg', ...jpegSize(head) }
  return null
}

/** Start-of-frame markers; C4, C8 and CC in their range are something else. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(head: Buffer): { width: number; height: number } {
  let at = 2
  while (at + 9 < head.length && head[at] === 0xff) {
    const marker = head.readUInt8(at + 1)
    if (isFrame(marker)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return { width: 0, height: 0 }
}

/**
 * Width and height as a person sees the picture, after the turn that a camera noted; nothing when it can't be read
 * further than its header.
 */
export async function uprightSize(file: string): Promise<{ width: number; height: number } | null> {
  try {
    const { sharp } = await import('#server/pictures.ts')
    const { autoOrient } = await sharp(file).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}
