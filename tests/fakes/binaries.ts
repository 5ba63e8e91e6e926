import type { Target } from '#scripts/build/packedNatives.ts'

const ELF = { x64: 62, arm64: 183 }
const PE = { x64: 0x8664, arm64: 0xaa64 }
const MAC = { x64: 0x1000007, arm64: 0x100000c }

/** The first bytes of a library that was compiled for this machine. */
export function headerOf({ platform, arch }: Target): Buffer {
  const known = arch as keyof typeof ELF
  const bytes = Buffer.alloc(512)
  if (platform === 'linux') {
    bytes.writeUInt32BE(0x7f454c46)
    bytes.writeUInt16LE(ELF[known], 18)
  } else if (platform === 'darwin') {
    bytes.writeUInt32LE(0xfeedfacf)
    bytes.writeUInt32LE(MAC[known], 4)
  } else {
    bytes.write('MZ')
    bytes.writeUInt32LE(0x80, 0x3c)
    bytes.write('PE\0\0', 0x80, 'latin1')
    bytes.writeUInt16LE(PE[known], 0x84)
  }
  return bytes
}
