import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { openSyncHarness, until, type SyncHarness } from '#tests/fakes/syncHarness.ts'

const FILES = 8000
/** Bytes that the heap holds for each: 660 were measured, and 930 with the trees of the plan beside the engine's own. */
const MOST = 800

let desk: SyncHarness
afterEach(() => desk.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

test('a connected folder is held in memory once: what was seen of it for its plan goes', async () => {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, n) => [`part-${Math.floor(n / 100)}/page-${n}.html`, `page ${n}`]),
  )
  desk = await openSyncHarness(createFakeRemote(files))
  for (let n = 0; n < FILES; n += 100) await mkdir(join(desk.root, `part-${n / 100}`))
  for (const [path, text] of Object.entries(files)) await writeFile(join(desk.root, path), text)
  const inStep = () =>
    until(async () => expect(await desk.view()).toMatchObject({ state: 'idle', files: FILES }), 60_000)
  const before = heap()
  await desk.connect()
  await inStep()
  expect((heap() - before) / FILES).toBeLessThan(MOST)
}, 120_000)
