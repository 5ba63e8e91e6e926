import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const SHM = '/dev/shm'
/** What all tests together never need, bytes: full disks, archives and 10,000 files among them. */
const ROOM = 10 * 2 ** 30

/** Can programs be started from there? A line of /proc/mounts: `tmpfs /dev/shm tmpfs rw,nosuid,noexec 0 0`. */
export const bearsPrograms = (mounts: string): boolean =>
  mounts.split('\n').some((line) => {
    const [, place, , options = ''] = line.split(' ')
    return place === SHM && !options.split(',').includes('noexec')
  })

/** Short, as the paths of sockets below it may have 107 bytes; the process that uses it stands in it. */
const NAME = /^sitecraft-(\d+)-\w{6}$/

/**
 * A new folder in memory for what tests write, which takes a sixth less time than one on a disk: thousands of servers begin on
 * a copy of a data folder. Null where the system has none with room, or where TMPDIR was chosen. What killed runs left goes.
 */
export function memoryFolder(): string | null {
  if (process.platform !== 'linux' || process.env.TMPDIR) return null
  try {
    for (const name of readdirSync(SHM)) {
      const pid = NAME.exec(name)?.[1]
      if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(SHM, name), { recursive: true, force: true })
    }
    const { bavail, bsize } = statfsSync(SHM)
    if (bavail * bsize < ROOM || process.availableMemory() < ROOM + 4 * 2 ** 30) return null
    if (!bearsPrograms(readFileSync('/proc/mounts', 'utf8'))) return null
    const folder = mkdtempSync(join(SHM, `sitecraft-${process.pid}-`))
    // PostgreSQL runs as a user of its own, whose folder stands below.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return null
  }
}
