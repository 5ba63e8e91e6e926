import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layoutOf } from '#services/sync/local/layout.ts'
import { lockFolder } from '#services/sync/local/lock.ts'

const MAY_MOUNT = process.getuid?.() === 0 && process.platform === 'linux'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitecraft-lock-'))
  if (MAY_MOUNT) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', home])
})
afterEach(async () => {
  if (MAY_MOUNT) execFileSync('umount', ['--lazy', home])
  await rm(home, { recursive: true, force: true })
})

/** Fills the disk up to its last page; answers the file that takes the room. */
async function fill(): Promise<string> {
  const path = join(home, 'filler')
  const file = await open(path, 'w')
  let written = 1
  while (written > 0)
    ({ bytesWritten: written } = await file.write(Buffer.alloc(4096)).catch(() => ({ bytesWritten: 0 })))
  await file.close()
  return path
}
const names = async (path: string): Promise<string[]> => (await readdir(dirname(path))).filter((name) => name !== 'tmp')

test.runIf(MAY_MOUNT)(
  '[S30] a full disk leaves no half lock: the folder of a killed program is free as soon as there is room',
  async () => {
    const layout = layoutOf(join(home, 'site'))
    await mkdir(layout.root)
    await (await lockFolder(layout, 't')).release()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const left = JSON.stringify({ owner: 'killed', host: hostname(), pid, template: 't', at: Date.now() })
    await writeFile(layout.lock, left)
    const before = await names(layout.lock)
    const filler = await fill()
    await expect(lockFolder(layout, 't')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await names(layout.lock)).toEqual(before)
    expect(await readFile(layout.lock, 'utf8')).toBe(left)
    await rm(filler)
    await (await lockFolder(layout, 't')).release()
  },
)

test.runIf(MAY_MOUNT)('[S30] on a full disk nobody holds a folder by a lock that others cannot read', async () => {
  const layout = layoutOf(join(home, 'site'))
  await mkdir(layout.root)
  await (await lockFolder(layout, 't')).release()
  const before = await names(layout.lock)
  await fill()
  await expect(lockFolder(layout, 't')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await names(layout.lock)).toEqual(before)
})
