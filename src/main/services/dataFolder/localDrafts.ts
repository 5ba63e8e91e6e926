import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { MAX_LOCAL_DRAFTS, LOCAL_DRAFT_RETENTION_DAYS } from '#shared/contract/localDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { Mutex } from '#shared/util/mutex.ts'
import { writeDurably } from '../files/durable.ts'
import { writeError } from '../files/writeError.ts'
import type { Logger } from '../types.ts'

/** Owner and form of a draft, so that it can be found without its form; absent in drafts of earlier versions. */
const head = z.object({ owner: z.string(), key: z.string() })
const storedDraft = z.object({ savedAt: z.string(), text: z.string() })
type LocalDraft = z.output<typeof storedDraft>

/** A draft by its writer: a form may be open in several windows. */
interface ListedDraft {
  writer: string
  savedAt: string
}

/** A draft found by the prefix of its form's name. */
interface FoundDraft extends ListedDraft {
  key: string
}

/** `writer` identifies a window that edits the form; '' if there is only one. */
export interface DraftStore {
  /** All drafts of the form, newest first. */
  list(account: string, key: string): Promise<ListedDraft[]>
  /** All drafts of the account's forms whose names begin with the prefix, newest first. */
  find(account: string, prefix: string): Promise<FoundDraft[]>
  /** null if there is none or it has expired. */
  get(account: string, key: string, writer?: string): Promise<LocalDraft | null>
  /** Once it resolves, the draft survives a power cut. Throws no-space or read-only. */
  put(account: string, key: string, text: string, writer?: string): Promise<{ savedAt: string }>
  remove(account: string, key: string, writer?: string): Promise<void>
}

const ENDING = '.json'
/** Length of the file name's part that identifies account and form. */
const FORM_LENGTH = 64
/** The facts of a draft are within this many bytes of its beginning. */
const HEAD_BYTES = 4096
const WRITER = /^[\da-f-]{0,36}$/

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The facts before the text, which may have many MB; null for a file without them. */
async function readHead(path: string): Promise<z.output<typeof head> | null> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    // `,"text":` can't occur inside a JSON string, where quotes are escaped.
    const [facts = ''] = buffer.toString('utf8', 0, bytesRead).split(',"text":', 1)
    return head.parse(JSON.parse(`${facts}}`))
  } catch {
    return null
  }
}

interface DraftFile {
  name: string
  form: string
  writer: string
  /** Epoch ms. */
  at: number
}

/** The files whose names begin with `start`, newest first. */
async function listFiles(folder: string, now: number, start: string): Promise<DraftFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter((name) => name.startsWith(start) && name.endsWith(ENDING))
      .map(async (name) => ({
        name,
        form: name.slice(0, FORM_LENGTH),
        writer: name.slice(FORM_LENGTH + 1, -ENDING.length),
        at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
      })),
  )
  return found
    .filter(({ writer, at }) => WRITER.test(writer) && now - at <= LOCAL_DRAFT_RETENTION_DAYS * DAY_MS)
    .toSorted((a, b) => b.at - a.at)
}

/** Deletes expired drafts, and the oldest above the limit. */
async function deleteExpired(folder: string, now: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING))
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const newest = files.toSorted((a, b) => b.at - a.at)
  const gone = newest.filter(
    ({ at }, index) => index >= MAX_LOCAL_DRAFTS || now - at > LOCAL_DRAFT_RETENTION_DAYS * DAY_MS,
  )
  await Promise.all(gone.map(({ name }) => rm(join(folder, name), { force: true })))
}

/**
 * Stores one file per draft in the folder. File names contain nothing that a person typed; each file is written
 * atomically.
 */
export function createDraftStore(deps: { folder: string; now: () => number; log: Logger }): DraftStore {
  const { folder, now, log } = deps
  /** One operation at a time, so that a removal comes after an earlier write, and lists include running writes. */
  const mutex = new Mutex()
  const formOf = (account: string, key: string): string => digest(JSON.stringify([account, key]))
  const pathOf = (account: string, key: string, writer: string): string => {
    if (!WRITER.test(writer)) throw new AppError('invalid', '本机暂存的名称不正确')
    return join(folder, formOf(account, key) + (writer && `.${writer}`) + ENDING)
  }

  const read = async (path: string): Promise<LocalDraft | null> => {
    try {
      if (now() - (await stat(path)).mtimeMs > LOCAL_DRAFT_RETENTION_DAYS * DAY_MS) return null
      return storedDraft.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.error('unreadable draft', { path, error })
      return null
    }
  }

  const write = async (path: string, facts: z.output<typeof head>, text: string): Promise<{ savedAt: string }> => {
    const savedAt = formatDateTime(now())
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(path, JSON.stringify({ savedAt, ...facts, text }))
    } catch (error) {
      throw writeError(error, path) ?? error
    }
    return { savedAt }
  }

  const find = async (account: string, prefix: string): Promise<FoundDraft[]> => {
    const files = await mutex.run(() => listFiles(folder, now(), ''))
    const found = await Promise.all(
      files.map(async (file) => ({ ...file, facts: await readHead(join(folder, file.name)) })),
    )
    return found.flatMap(({ facts, form, writer, at }) =>
      facts?.owner === digest(account) && facts.key.startsWith(prefix) && form === formOf(account, facts.key)
        ? [{ key: facts.key, writer, savedAt: formatDateTime(at) }]
        : [],
    )
  }

  return {
    async list(account, key) {
      const files = await mutex.run(() => listFiles(folder, now(), formOf(account, key)))
      return files.map(({ writer, at }) => ({ writer, savedAt: formatDateTime(at) }))
    },
    find,
    get: (account, key, writer = '') => {
      const path = pathOf(account, key, writer)
      return mutex.run(() => read(path))
    },
    async put(account, key, text, writer = '') {
      const path = pathOf(account, key, writer)
      const saved = await mutex.run(() => write(path, { owner: digest(account), key }, text))
      await deleteExpired(folder, now()).catch((error: unknown) => log.error('drafts not tidied', { error }))
      return saved
    },
    remove: (account, key, writer = '') => {
      const path = pathOf(account, key, writer)
      return mutex.run(() => rm(path, { force: true }))
    },
  }
}
