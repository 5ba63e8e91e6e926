import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const SHM = '/dev/shm'
/** Upper limit of the space that all tests together need, in bytes, including full disks, archives and 10,000 files. */
const MAX_TEST_BYTES = 10 * 2 ** 30

/** Whether programs can run from this folder. A line of /proc/mounts: `tmpfs /dev/shm tmpfs rw,nosuid,noexec 0 0`. */
export const allowsExecution = (mounts: string): boolean =>
  mounts.split('\n').some((line) => {
    const [, mountPoint, , options = ''] = line.split(' ')
    return mountPoint === SHM && !options.split(',').includes('noexec')
  })

/** Short, because socket paths are limited to 107 bytes; contains the id of the owning process. */
const NAME = /^sitecraft-(\d+)-\w{6}$/

/**
 * Creates a folder in memory for the files of tests, which saves a sixth of the time on a disk: thousands of servers
 * start on a copy of a data folder. Null if the system has none with enough space, or if TMPDIR is set. Also removes
 * folders of killed runs.
 */
export function memoryFolder(): string | null {
  if (process.platform !== 'linux' || process.env.TMPDIR) return null
  try {
    for (const name of readdirSync(SHM)) {
      const pid = NAME.exec(name)?.[1]
      if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(SHM, name), { recursive: true, force: true })
    }
    const { bavail, bsize } = statfsSync(SHM)
    if (bavail * bsize < MAX_TEST_BYTES || process.availableMemory() < MAX_TEST_BYTES + 4 * 2 ** 30) return null
    if (!allowsExecution(readFileSync('/proc/mounts', 'utf8'))) return null
    const folder = mkdtempSync(join(SHM, `sitecraft-${process.pid}-`))
    // PostgreSQL runs as another user, whose folder is below.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return null
  }
}
