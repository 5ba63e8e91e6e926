import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import type { ZipLimits } from '#server/storage/zip/limits.ts'
import { openZip, type ZipEntry, type ZipProblem } from '#server/storage/zip/reader.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitLines } from '#shared/util/lines.ts'
import { FORMAT, HEAD, type Head, head as headSchema, bytesFileName, linesFileName, MEDIA_TYPE } from './format.ts'
import { ARCHIVE_FILE_NAMES, type ArchiveFileName } from './kinds.ts'

const MB = 1024 * 1024
/** Limits of an archive; tests lower them. */
export interface ArchiveLimits extends ZipLimits {
  /** Largest line. */
  lineBytes: number
  /** Characters of a batch; the line that reaches the limit ends the batch. */
  partLength: number
  /** Largest file of lines that is read as one batch. */
  wholeBytes: number
}
export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 300_000,
  totalBytes: 100_000 * MB,
  // Lines of text compress better than files.
  ratio: (name) => (name.startsWith('files/') ? 200 : 500),
  ratioFromBytes: 4 * MB,
  lineBytes: 64 * MB,
  partLength: 16 * MB,
  wholeBytes: 128 * MB,
}
const HEAD_BYTES = 32 * MB

/** A batch of lines. */
export interface LineBatch {
  /** Number of lines before this batch. */
  from: number
  rows: unknown[]
}

/** A site archive, read from disk on demand. */
export interface Archive {
  head: Head
  /**
   * Yields the lines of a file from line `from` on, in batches of at most `size` lines, fewer when they are long.
   * Yields nothing when the archive has no such file.
   * @param size 0: all lines in one batch
   * @throws AppError `invalid` when the lines do not match the head, `too-large` when a batch exceeds the limits
   */
  lines(name: ArchiveFileName, size: number, from?: number): AsyncGenerator<LineBatch>
  /** The bytes of a file, without a checksum check. AppError `invalid` when the archive has no such file. */
  file(sha256: string): Promise<Readable>
  close(): void
}

/** All lines of a short file, parsed by the schema. AppError `invalid` for a line that does not fit. */
export async function allLines<T>(archive: Archive, name: ArchiveFileName, schema: z.ZodType<T>): Promise<T[]> {
  const found: T[] = []
  for await (const { rows } of archive.lines(name, 0))
    for (const row of rows) {
      const parsed = schema.safeParse(row)
      if (!parsed.success) throw new AppError('invalid', `导出包中的 ${linesFileName(name)} 有误，请重新导出后上传`)
      found.push(parsed.data)
    }
  return found
}

const damaged = (what: string, cause?: unknown): AppError =>
  new AppError('invalid', `导出包已损坏或上传不完整（${what}），请重新导出后上传`, { cause })

/**
 * Opens an archive after checking all names and sizes; unpacks nothing.
 * @throws AppError `invalid` (not an archive, truncated, path traversal), `too-large` (limits), `unsupported` (newer
 * program, encrypted)
 */
export async function openArchive(file: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Archive> {
  const zip = await openZip(file, { limits, refusal: toAppError, encoding: 'bytes' })
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]))
    for (const name of entries.keys()) if (!NAME.test(name)) throw unexpectedName(name)
    const head = await readHead(entries.get(HEAD))
    requireListedFiles(head, entries)
    return {
      head,
      lines: (name, size, from = 0) => readLines({ entries, head, limits }, { name, size, from }),
      file: async (sha256) => {
        const entry = entries.get(bytesFileName(sha256))
        if (!entry) throw damaged(`缺少文件 ${sha256.slice(0, 12)}…`)
        return Readable.from(entry.read(), { objectMode: false })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const NAME = /^(?:site\.json|[A-Za-z]{1,40}\.ndjson|files\/[0-9a-f]{64})$/

const toPrintable = (name: string): string => name.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')

function unexpectedName(name: string): AppError {
  const escapesFolder = /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name)
  const reason = escapesFolder ? '会写到目标文件夹之外' : '不属于站点导出包'
  return new AppError('invalid', `压缩包中的“${toPrintable(name)}”${reason}，请选择由“导出站点”生成的文件`)
}

function toAppError(problem: ZipProblem): AppError {
  switch (problem.kind) {
    case 'broken':
      return damaged('不是完整的 zip 文件', problem.cause)
    case 'entries': {
      const { entries, limits } = problem
      const message = `压缩包中有 ${entries} 个文件，超过 ${limits.entries} 个的上限，无法导入`
      return new AppError('too-large', message)
    }
    case 'total': {
      const most = Math.floor(problem.limits.totalBytes / MB)
      return new AppError('too-large', `导出包解压后超过 ${most} MB，无法导入`)
    }
    case 'ratio':
      if (!NAME.test(problem.name)) return unexpectedName(problem.name)
      return new AppError('too-large', `压缩包中的“${toPrintable(problem.name)}”解压后大小异常，无法导入`)
    case 'duplicate':
      return damaged(`有两个“${toPrintable(problem.name)}”`)
    case 'encrypted':
      return new AppError('unsupported', '压缩包设置了密码，请选择由“导出站点”生成的文件')
    case 'link':
      return unexpectedName(problem.name)
    case 'method':
    case 'damaged':
      return damaged(`${toPrintable(problem.name)} 无法读取`, 'cause' in problem ? problem.cause : undefined)
  }
}

async function readHead(entry: ZipEntry | undefined): Promise<Head> {
  if (!entry) throw new AppError('invalid', '压缩包里没有 site.json，请选择由“导出站点”生成的文件')
  if (entry.size > HEAD_BYTES) throw damaged(`site.json 超过 ${HEAD_BYTES / MB} MB`)
  const content = await text(entry.read())
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (cause) {
    throw damaged('site.json 不是 JSON', cause)
  }
  const { format, version, program } = (json ?? {}) as Record<string, unknown>
  if (format === MEDIA_TYPE && typeof version === 'number' && version > FORMAT) throw newerVersion(String(program))
  const parsed = headSchema.safeParse(json)
  if (!parsed.success)
    throw new AppError('invalid', '压缩包中的 site.json 不属于站点导出包，请选择由“导出站点”生成的文件')
  return parsed.data
}

const newerVersion = (program: string): AppError =>
  new AppError(
    'unsupported',
    `导出包来自更新的版本（站匠 ${program.slice(0, 20)}），当前服务器无法识别其内容，请先升级服务器再导入`,
  )

/** Checks that the archive holds exactly the files that the head names. */
function requireListedFiles(head: Head, entries: ReadonlyMap<string, ZipEntry>): void {
  const known: ReadonlySet<string> = new Set(ARCHIVE_FILE_NAMES)
  for (const { name, bytes } of head.kinds) {
    if (!known.has(name)) throw newerVersion(head.program)
    const entry = entries.get(linesFileName(name))
    if (!entry || entry.size !== bytes) throw damaged(`${linesFileName(name)} 不完整`)
  }
  const named = new Set(head.kinds.map(({ name }) => linesFileName(name)))
  for (const name of entries.keys())
    if (name.endsWith('.ndjson') && !named.has(name)) throw damaged(`${name} 不在 site.json 里`)
}

interface OpenedArchive {
  entries: ReadonlyMap<string, ZipEntry>
  head: Head
  limits: ArchiveLimits
}

async function* readLines(
  { entries, head, limits }: OpenedArchive,
  { name, size, from }: { name: ArchiveFileName; size: number; from: number },
): AsyncGenerator<LineBatch> {
  const file = linesFileName(name)
  const entry = entries.get(file)
  const listed = head.kinds.find((kind) => kind.name === name)
  if (!entry || !listed) return
  if (size === 0 && entry.size > limits.wholeBytes) throw tooLong(file, limits.wholeBytes)
  const limit = size === 0 ? { lines: Infinity, length: Infinity } : { lines: size, length: limits.partLength }
  const hash = createHash('sha256')
  let part: unknown[] = []
  let [at, length] = [0, 0]
  try {
    for await (const line of readHashedLines(entry.read(), hash, limits.lineBytes)) {
      // Lines before `from` are hashed, but not parsed.
      if (at >= from) {
        part.push(JSON.parse(line))
        length += line.length
      }
      at += 1
      if (part.length < limit.lines && length < limit.length) continue
      yield { from: at - part.length, rows: part }
      part = []
      length = 0
    }
  } catch (error) {
    throw error instanceof AppError ? error : damaged(`${file} 无法读取`, error)
  }
  if (hash.digest('hex') !== listed.sha256 || at !== listed.lines) throw damaged(`${file} 与 site.json 中的记录不一致`)
  if (part.length > 0) yield { from: at - part.length, rows: part }
}

const tooLong = (file: string, bytes: number): AppError =>
  new AppError('too-large', `导出包中的 ${file} 超过 ${Math.floor(bytes / MB)} MB，无法导入`)

/** @throws AppError `invalid` for a line above the limit, and for a last line without a line end */
async function* readHashedLines(
  bytes: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
  maxLength: number,
): AsyncGenerator<string, void> {
  const decoder = new StringDecoder('utf8')
  async function* texts(): AsyncGenerator<string> {
    for await (const chunk of bytes) {
      hash.update(chunk)
      yield decoder.write(chunk)
    }
    yield decoder.end()
  }
  const rest = yield* splitLines(texts(), {
    maxChars: maxLength,
    createError: () => damaged(`有一行超过 ${Math.floor(maxLength / MB)} MB`),
  })
  if (rest !== '') throw damaged('最后一行不完整')
}
