import { realpath, statfs } from 'node:fs/promises'

/** What Linux calls file systems of other computers (`statfs`): NFS, SMB in its three versions, AFS, Ceph. */
const OF_OTHERS: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400])

interface FolderFacts {
  platform: NodeJS.Platform
  /** As the system resolves it: Windows answers the share of a drive letter. */
  path: string
  /** Of `statfs`. */
  type: number
}

export function isNetworkPath({ platform, path, type }: FolderFacts): boolean {
  if (platform === 'win32') return path.startsWith('\\\\') && !/^\\\\[?.]\\(?!UNC\\)/i.test(path)
  return platform === 'linux' && OF_OTHERS.has(type >>> 0)
}

/** Does a folder lie on another computer? What can't be found out counts as no. */
export async function isOnNetwork(folder: string): Promise<boolean> {
  try {
    const [path, { type }] = await Promise.all([realpath(folder), statfs(folder)])
    return isNetworkPath({ platform: process.platform, path, type })
  } catch {
    return false
  }
}
