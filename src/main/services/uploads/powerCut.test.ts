import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { openUploadStore } from './store.ts'

const missing = whyNoDisk()

// SQLite flushes by itself, so the power of a real file system is cut.
it.skipIf(missing !== null)(
  `[P14] an upload that was added is there after a power cut${missing ? ` (${missing})` : ''}`,
  async () => {
    const disk = await PowerDisk.make(64)
    onTestFinished(() => disk.remove())
    const folder = path.join(disk.mountPoint, 'uploads')
    const child = spawn(process.execPath, [path.resolve('tests/fakes/uploadQueue.child.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    await once(child.stdout, 'data')
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await exit
    }
    await disk.cut(1, kill, 'nothing')
    await disk.on()
    const store = openUploadStore(folder, memoryLog())
    const ids = store.all().map(({ id }) => id)
    store.close()
    expect(ids).toEqual(['added'])
  },
  60_000,
)
