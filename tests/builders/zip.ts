import AdmZip from 'adm-zip'
import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip made by hand; everything that a hostile archive could get wrong can be set. */
export interface ZipEntrySpec {
  /** Raw bytes for names in other encodings. */
  name: string | Buffer
  content?: Buffer | string
  /** Bit 0: encrypted; bit 11: the name is UTF-8. */
  flags?: number
  stored?: boolean
  method?: number
  /** Unpacked size that the headers claim. */
  size?: number
  crc?: number
  /** Unix mode, e.g. 0o120777 for a link. */
  mode?: number
}

/** The bytes of a zip file with these entries in this order. */
export function zipOf(entries: readonly ZipEntrySpec[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.stored ? content : deflateRawSync(content)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(entry.flags ?? 0, 2)
    shared.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4)
    shared.writeUInt32LE(entry.crc ?? crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(entry.size ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([uint32(0x04034b50), shared, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([uint32(0x02014b50), Buffer.from([20, 3]), shared, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The files of a zip file by their names, in its order, as a program that is not ours unpacks them. */
export const filesIn = (zip: Buffer): Map<string, Buffer> =>
  new Map(new AdmZip(zip).getEntries().map((entry) => [entry.entryName, entry.getData()]))

/** The text of one file of a zip file; '' when there is none. */
export const textIn = (zip: Buffer, name: string): string => new AdmZip(zip).readAsText(name)

/** The zip file with these files changed or added; null removes one. */
export function changedZip(zip: Buffer, files: Record<string, (before: Buffer) => Buffer | null>): Buffer {
  const changed = new AdmZip(zip)
  for (const [name, change] of Object.entries(files)) {
    const entry = changed.getEntry(name)
    const now = change(entry?.getData() ?? Buffer.alloc(0))
    if (entry) changed.deleteFile(entry)
    if (now) changed.addFile(name, now)
  }
  return changed.toBuffer()
}
