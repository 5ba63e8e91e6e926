import { realpath, statfs } from 'node:fs/promises'

/** Linux file system types (`statfs`) of network drives: NFS, three versions of SMB, AFS, Ceph. */
const NETWORK_TYPES: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400])

interface FolderFacts {
  platform: NodeJS.Platform
  /** The resolved path: Windows resolves a drive letter to its share. */
  path: string
  /** The `type` of `statfs`. */
  type: number
}

export function isNetworkPath({ platform, path, type }: FolderFacts): boolean {
  if (platform === 'win32') return path.startsWith('\\\\') && !/^\\\\[?.]\\(?!UNC\\)/i.test(path)
  return platform === 'linux' && NETWORK_TYPES.has(type >>> 0)
}

/** Whether a folder is on another computer; false when unknown. */
export async function isNetworkFolder(folder: string): Promise<boolean> {
  try {
    const [path, { type }] = await Promise.all([realpath(folder), statfs(folder)])
    return isNetworkPath({ platform: process.platform, path, type })
  } catch {
    return false
  }
}
