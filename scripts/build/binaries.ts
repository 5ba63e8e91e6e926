import { open } from 'node:fs/promises'

/** Target platform of a program or library, according to its header. */
export interface Machine {
  platform: 'linux' | 'win32' | 'darwin'
  /** Several in a universal file of a Mac. */
  arches: string[]
}

const ELF = 0x7f454c46
const ELF_MACHINES: Record<number, string> = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' }
const PE_MACHINES: Record<number, string> = { 0x14c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' }
const MAC_CPUS: Record<number, string> = { 0x1000007: 'x64', 0x100000c: 'arm64', 7: 'ia32', 12: 'arm' }
const MACH_64 = 0xfeedfacf
const MACH_UNIVERSAL = 0xcafebabe
/**
 * A Java class starts with the same four bytes as a universal file and has a version in place of the slice count, so
 * larger counts are no universal file.
 */
const MAX_SLICES = 16
/** Offset of the field with the PE header's position. */
const PE_OFFSET = 0x3c
const HEADER_BYTES = 4096

/** Parses the machine from a file's first bytes; null for anything but a program or library. */
export function parseMachine(header: Buffer): Machine | null {
  if (header.length < 20) return null
  if (header.readUInt32BE(0) === ELF)
    return { platform: 'linux', arches: [nameOfMachine(ELF_MACHINES, header.readUInt16LE(18))] }
  if (header.toString('latin1', 0, 2) === 'MZ') return windowsMachine(header)
  if (header.readUInt32LE(0) === MACH_64)
    return { platform: 'darwin', arches: [nameOfMachine(MAC_CPUS, header.readUInt32LE(4))] }
  const slices = header.readUInt32BE(4)
  if (header.readUInt32BE(0) !== MACH_UNIVERSAL || slices > MAX_SLICES) return null
  const arches = Array.from({ length: slices }, (_, at) => nameOfMachine(MAC_CPUS, header.readUInt32BE(8 + at * 20)))
  return { platform: 'darwin', arches }
}

function windowsMachine(header: Buffer): Machine | null {
  if (header.length < PE_OFFSET + 4) return null
  const at = header.readUInt32LE(PE_OFFSET)
  if (at + 6 > header.length || header.toString('latin1', at, at + 4) !== 'PE\0\0') return null
  return { platform: 'win32', arches: [nameOfMachine(PE_MACHINES, header.readUInt16LE(at + 4))] }
}

const nameOfMachine = (machines: Record<number, string>, id: number): string => machines[id] ?? `0x${id.toString(16)}`

/** Reads the machine of a file, see parseMachine. */
export async function readMachine(path: string): Promise<Machine | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return parseMachine(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
