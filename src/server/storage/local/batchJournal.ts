import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { must } from '#shared/util/assertNever.ts'
import { cutBytes, readHead, withHead } from '#shared/util/headedBytes.ts'
import { fsCode } from '../fsErrors.ts'
import { discardTemp, namesIn } from '../leftovers.ts'
import type { BatchFile, StagedBatch, UnsettledBatch } from '../templateStore.ts'
import { syncFiles, syncFolder, writeAtomically } from './durable.ts'

interface Dirs {
  tmp: string
  batches: string
}
interface Head {
  folder: string
  files: { path: string; sha256: string; size: number }[]
}

/** A system writes a file to the disk by itself within half a minute; until then the batch's own copy is the safe one. */
const SETTLE_MS = 60_000
const WRITING = 4
const MOST_HEAD = 16 * 1024 * 1024

/**
 * Writes all bytes twice: into one journal, flushed to the disk with a single flush, and as separate files without a
 * flush. After a power cut the server's start compares both and restores from the journal what the disk has lost: what
 * the database says of a file tells that its batch was committed. Where it will say nothing, the files are flushed too.
 */
export async function stageBatch(
  dirs: Dirs,
  folder: string,
  files: readonly BatchFile[],
  isTracked: boolean,
): Promise<StagedBatch> {
  const staging = join(dirs.tmp, randomUUID())
  const journal = join(dirs.batches, randomUUID())
  const named = files.map((_file, at) => join(staging, String(at)))
  const discard = async (placed: boolean): Promise<void> => {
    await discardTemp(staging)
    if (!placed) await rm(journal, { force: true })
  }
  try {
    await mkdir(staging, { recursive: true })
    const head: Head = {
      folder,
      files: files.map(({ path, sha256, bytes }) => ({ path, sha256, size: bytes.length })),
    }
    const whole = withHead(
      Buffer.from(JSON.stringify(head)),
      files.map(({ bytes }) => bytes),
    )
    await Promise.all([writeAtomically(dirs.tmp, journal, whole), writeAll(files, named)])
    if (!isTracked) await syncFiles(named)
    return { files: named, discard }
  } catch (error) {
    await discard(false)
    throw error
  }
}

async function writeAll(files: readonly BatchFile[], named: readonly string[]): Promise<void> {
  const left = files.entries()
  await Promise.all(
    Array.from({ length: WRITING }, async () => {
      for (const [at, { bytes }] of left) await writeFile(must(named[at], 'its name'), bytes, { flag: 'wx' })
    }),
  )
}

/** The remaining journals, oldest first. */
export async function unsettledBatches(batches: string): Promise<UnsettledBatch[]> {
  const journals = await journalsIn(batches)
  const found: UnsettledBatch[] = []
  for (const { file } of journals) {
    const whole = await readJournal(file)
    // An incomplete journal: its batch was never answered, and none of its files has been placed.
    if (!whole) continue
    const { folder, files } = whole.head
    const read = async (index: number): Promise<Buffer> => {
      const pieces = (await readJournal(file))?.pieces
      return Buffer.from(must(pieces?.[index], 'a file of the batch'))
    }
    found.push({ folder, files, read })
  }
  return found
}

async function readJournal(file: string): Promise<{ head: Head; pieces: Uint8Array[] } | null> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (fsCode(error) === 'ENOENT') return null
    throw error
  })
  const read = bytes && readHead(bytes, MOST_HEAD)
  if (!read) return null
  const head = JSON.parse(Buffer.from(read.head).toString()) as Head
  const pieces = cutBytes(
    read.rest,
    head.files.map(({ size }) => size),
  )
  return pieces && { head, pieces }
}

async function journalsIn(batches: string): Promise<{ file: string; time: number }[]> {
  const files = (await namesIn(batches)).map((name) => join(batches, name))
  const times = await Promise.all(files.map((file) => stat(file).catch(() => null)))
  return files
    .flatMap((file, at) => (times[at] ? [{ file, time: times[at].mtimeMs }] : []))
    .toSorted((a, b) => a.time - b.time)
}

/**
 * Flushes the files of journals that are old enough, most of which the system has written long ago, and removes those
 * journals.
 */
export async function settleBatches(root: string, batches: string, now: Date): Promise<void> {
  for (const { file, time } of await journalsIn(batches)) {
    if (Math.abs(now.getTime() - time) < SETTLE_MS) continue
    const whole = await readJournal(file)
    if (whole) await flushAll(whole.head.files.map(({ path }) => join(root, whole.head.folder, path)))
    await rm(file, { force: true })
  }
}

/** Flushes the files; missing ones and folders are skipped. */
async function flushAll(files: readonly string[]): Promise<void> {
  for (const file of files) await flush(file)
  for (const folder of new Set(files.map(dirname))) {
    await syncFolder(folder).catch((error: unknown) => {
      if (fsCode(error) !== 'ENOENT') throw error
    })
  }
}

async function flush(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM', 'EBADF'].includes(fsCode(error) ?? '')) throw error
  }
}
