import { closeSync, openSync, readSync } from 'node:fs'

/** Processors by the numbers of ELF (e_machine), PE (Machine) and Mach-O (cputype). */
const ELF = { 0x3e: 'x64', 0xb7: 'arm64' }
const PE = { 0x8664: 'x64', 0xaa64: 'arm64' }
const MACH_O = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const MACH_O_64 = 0xfeedfacf
const MACH_O_UNIVERSAL = 0xcafebabe

/** `<system>-<architecture>` of each program that a native file holds, by its header; [] when the file is none or missing. */
export function systemsOf(path) {
  const header = Buffer.alloc(4096)
  try {
    const file = openSync(path, 'r')
    readSync(file, header, 0, header.length, 0)
    closeSync(file)
  } catch {
    return []
  }
  const named = (system, architecture) => (architecture ? [`${system}-${architecture}`] : [])
  if (header.toString('latin1', 0, 4) === '\x7fELF') return named('linux', ELF[header.readUInt16LE(18)])
  if (header.toString('latin1', 0, 2) === 'MZ') {
    const start = header.readUInt32LE(0x3c)
    return start + 6 <= header.length ? named('win32', PE[header.readUInt16LE(start + 4)]) : []
  }
  if (header.readUInt32LE(0) === MACH_O_64) return named('darwin', MACH_O[header.readUInt32LE(4)])
  if (header.readUInt32BE(0) !== MACH_O_UNIVERSAL) return []
  const count = Math.min(header.readUInt32BE(4), 8)
  return Array.from({ length: count }, (_, i) => named('darwin', MACH_O[header.readUInt32BE(8 + i * 20)])).flat()
}
