/** A PNG of one edge length, in pixels. */
export interface Png {
  size: number
  bytes: Buffer
}

/** Windows .ico whose images are PNGs (read since Windows Vista); sizes up to 256. */
export function ico(images: readonly Png[]): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length + images.length * 16
  const entries = images.map(({ size, bytes }) => {
    const entry = Buffer.alloc(16)
    // 256 is written as 0.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(bytes.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += bytes.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images.map(({ bytes }) => bytes)])
}

/** Types of an .icns by edge length: standard displays, then high-density displays. */
const ICNS_TYPES: readonly [size: number, types: readonly string[]][] = [
  [16, ['icp4']],
  [32, ['icp5', 'ic11']],
  [64, ['ic12']],
  [128, ['ic07']],
  [256, ['ic08', 'ic13']],
  [512, ['ic09', 'ic14']],
  [1024, ['ic10']],
]

/** macOS .icns of all images whose size has a type there. */
export function icns(images: readonly Png[]): Buffer {
  const blocks = ICNS_TYPES.flatMap(([size, types]) =>
    images.filter((image) => image.size === size).flatMap(({ bytes }) => types.map((type) => block(type, bytes))),
  )
  return block('icns', Buffer.concat(blocks))
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32BE(head.length + content.length, 4)
  return Buffer.concat([head, content])
}
