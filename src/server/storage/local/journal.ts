import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapParallel } from '#server/parallel.ts'
import { cutBytes, splitHeadedBytes, encodeHeadedBytes } from '#shared/util/headedBytes.ts'
import { fsCode, withFileErrors } from '../fsErrors.ts'
import { discardTemp, namesIn } from '../leftovers.ts'
import type { LocalBlobs } from '../blobStore.ts'
import { syncFile, syncFiles, syncFolder, writeAtomically } from './durable.ts'

interface Head {
  contents: { key: string; size: number }[]
}
interface Journal extends Head {
  pieces: Uint8Array[]
}

/** Operating systems write files to disk within half a minute; until then only the journal's copy is durable. */
const CHECKPOINT_AGE_MS = 60_000
const PARALLEL_WRITES = 4
const MAX_HEAD = 16 * 1024 * 1024

/**
 * Stores many small contents with a single flush: they are written to a journal that is flushed, and to their files.
 * After a power cut the next start compares both and rewrites lost files. Keys are derived from the bytes, so the order
 * of journals does not matter.
 */
export function openJournal(folder: string, fileOf: (key: string) => string): Omit<LocalBlobs, 'pathOf'> {
  const [tmp, journals] = [join(folder, 'tmp'), join(folder, 'journal')]

  async function write(key: string, bytes: Uint8Array): Promise<void> {
    const [target, temp] = [fileOf(key), join(tmp, randomUUID())]
    await writeFile(temp, bytes, { flag: 'wx' })
    try {
      await rename(temp, target).catch(async (error: unknown) => {
        if (fsCode(error) !== 'ENOENT') throw error
        await mkdir(dirname(target), { recursive: true })
        await rename(temp, target)
      })
    } catch (error) {
      await discardTemp(temp)
      // Windows can't replace a file that is being read; the bytes are the same.
      if (!(await hasBytes(target, bytes.length, bytes))) throw error
    }
  }

  async function flushContents(keys: readonly string[]): Promise<void> {
    const files = keys.map(fileOf)
    const there: string[] = []
    // Contents without references may have been deleted.
    for (const file of files) if (await stat(file).catch(() => null)) there.push(file)
    await syncFiles(there)
    for (const dir of new Set(there.map(dirname))) await syncFolder(dir)
  }

  return {
    storeMany: (contents) =>
      withFileErrors('文件', async () => {
        await mkdir(tmp, { recursive: true })
        const [only, ...more] = contents
        if (!only) return
        if (more.length === 0) {
          await write(only.key, only.bytes)
          await syncFile(fileOf(only.key))
          return syncFolder(dirname(fileOf(only.key)))
        }
        const head: Head = { contents: contents.map(({ key, bytes }) => ({ key, size: bytes.length })) }
        const whole = encodeHeadedBytes(
          Buffer.from(JSON.stringify(head)),
          contents.map(({ bytes }) => bytes),
        )
        await mkdir(journals, { recursive: true })
        await Promise.all([
          writeAtomically(tmp, join(journals, randomUUID()), whole),
          mapParallel(contents, PARALLEL_WRITES, ({ key, bytes }) => write(key, bytes)),
        ])
      }),
    // The journals stay until `checkpoint`: another process may be writing their contents.
    recover: async () => {
      for (const name of await namesIn(journals)) {
        const journal = await readJournal(join(journals, name))
        for (const [at, { key, size }] of (journal?.contents ?? []).entries()) {
          const bytes = journal?.pieces[at]
          if (!bytes || (await hasBytes(fileOf(key), size, bytes))) continue
          await mkdir(tmp, { recursive: true })
          await write(key, bytes)
        }
      }
    },
    checkpoint: async (now) => {
      for (const name of await namesIn(journals)) {
        const file = join(journals, name)
        const found = await stat(file).catch(() => null)
        if (!found || Math.abs(now.getTime() - found.mtimeMs) < CHECKPOINT_AGE_MS) continue
        await flushContents(((await readJournal(file))?.contents ?? []).map(({ key }) => key))
        await rm(file, { force: true })
      }
    },
  }
}

const hasBytes = async (file: string, size: number, bytes: Uint8Array): Promise<boolean> => {
  const found = await stat(file).catch(() => null)
  return found?.size === size && (await readFile(file)).equals(bytes)
}

/** null: the journal is truncated, so its write was never confirmed. */
async function readJournal(file: string): Promise<Journal | null> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (fsCode(error) === 'ENOENT') return null
    throw error
  })
  const read = bytes && splitHeadedBytes(bytes, MAX_HEAD)
  if (!read) return null
  const { contents } = JSON.parse(Buffer.from(read.head).toString()) as Head
  const pieces = cutBytes(
    read.rest,
    contents.map(({ size }) => size),
  )
  return pieces && { contents, pieces }
}
