import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { isProduct, readTree } from '#scripts/quality/tree.ts'
import { watchFlushes, whyNoForgetfulDisk } from '#tests/fakes/forgetfulDisk.ts'
import { HOST_UNFLUSHED, HOST_WRITES } from './hostWrites.ts'
import { closeRunning, RUNNING_WRITES } from './runningWrites.ts'
import { SERVER_UNFLUSHED, SERVER_WRITES } from './serverWrites.ts'
import { TEMPLATE_WRITES } from './templateWrites.ts'

const WRITES = [...HOST_WRITES, ...TEMPLATE_WRITES, ...SERVER_WRITES, ...RUNNING_WRITES]
const missing = whyNoForgetfulDisk()

describe.skipIf(missing)('after a power cut, on a disk that loses what was not flushed', () => {
  afterAll(closeRunning)
  it.each(WRITES.map((write) => [write.module, write.shows, write] as const))('%s: %s', async (_at, _shows, write) => {
    expect.hasAssertions()
    const root = await realpath(await mkdtemp(join(tmpdir(), 'sitecraft-durable-')))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    await write.run(root, async (folder = root) => {
      const disk = await watchFlushes(folder)
      onTestFinished(disk.close)
      return disk
    })
  })
})

const CALLS = /\b(?:rename|link|f(?:data)?sync)(?:Sync)?\b/
const HELPERS = /\b(?:sync(?:File|Files|FilesBelow|Folder|Tree)|(?:move|write)(?:Durably|Atomically)|copyIfSame)\b/

/** It renames or links files, flushes them, or has the helpers do it. */
function writesDurably(text: string): boolean {
  const imports = [...text.matchAll(/import (?:\w+, )?\{([^}]*)\} from '([^']+)'/g)]
  const has = (names: RegExp, from: RegExp): boolean =>
    imports.some(([, given = '', source = '']) => from.test(source) && names.test(given))
  return (
    has(CALLS, /^node:fs/) ||
    has(HELPERS, /\/durable\.ts$/) ||
    /from 'write-file-atomic'|\.(?:data)?sync\(\)|flush: true/.test(text)
  )
}

it('is asked of every module that renames or flushes, or there is a reason why not', () => {
  const writers = readTree().filter(({ path, text }) => isProduct(path) && writesDurably(text))
  const shown = new Set(WRITES.map(({ module }) => module))
  const excused = Object.keys({ ...HOST_UNFLUSHED, ...SERVER_UNFLUSHED })
  expect(writers.map(({ path }) => path).toSorted()).toEqual([...new Set([...shown, ...excused])].toSorted())
  expect(excused.filter((path) => shown.has(path))).toEqual([])
})
