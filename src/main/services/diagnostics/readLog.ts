import { readFile } from 'node:fs/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { LOG_AREAS, LOG_LEVELS, LOG_PAGE, type LogEntry, type LogQuery } from '#shared/contract/diagnostics.ts'
import { listFullLogs } from './log.ts'

/** pino's numbers. */
const LEVELS = { info: 30, warn: 40, error: 50 }
/** Number of lines between pauses: the log may hold 100,000, and the host must serve pages meanwhile. */
const LINES_PER_TURN = 5000
const NEWLINE = 10

interface LogPosition {
  file: number
  at: number
}
const parsePosition = (id: string): LogPosition | null => {
  const [file, at] = id.split(':').map(Number)
  return id === '' || file === undefined || at === undefined ? null : { file, at }
}

/** The newest matching lines, newest first; `next` is the position for older ones, '' at the beginning of the log. */
export async function readLog(
  path: string,
  query: LogQuery,
  most = LOG_PAGE,
): Promise<{ entries: LogEntry[]; next: string }> {
  const before = parsePosition(query.before)
  const after = parsePosition(query.after)
  const full = listFullLogs(path)
  // The current file becomes the next number when it is rotated.
  const files = [...full, (full.at(-1) ?? 0) + 1]
  const fits = createMatcher(query)
  const entries: LogEntry[] = []
  for (const file of files.toReversed()) {
    if (before && file > before.file) continue
    if (after && file < after.file) break
    const bytes = await read(path, file, full)
    const from = after?.file === file ? after.at : -1
    let [end, looked] = [before?.file === file ? Math.min(before.at, bytes.length) : bytes.length, 0]
    while (end > 0) {
      const start = bytes.lastIndexOf(NEWLINE, end - 2) + 1
      if (start <= from) return { entries, next: '' }
      const entry = fits(bytes.toString('utf8', start, end), `${file}:${start}`)
      if (entry) entries.push(entry)
      if (entries.length >= most) return { entries, next: start > 0 || file !== files[0] ? `${file}:${start}` : '' }
      end = start
      looked += 1
      if (looked % LINES_PER_TURN === 0) await pause()
    }
  }
  return { entries, next: '' }
}

/** A file that was rotated or deleted meanwhile yields no lines. */
const read = (path: string, file: number, full: readonly number[]): Promise<Buffer> =>
  readFile(full.includes(file) ? `${path}.${file}` : path).catch(() => Buffer.alloc(0))

/** Returns the line as an entry if it matches the query. */
function createMatcher({ level, area, text, from, to }: LogQuery): (line: string, id: string) => LogEntry | null {
  const least = LEVELS[level]
  const wanted = text.toLowerCase()
  return (line, id) => {
    // The cheap test first: most lines don't match.
    if (wanted && !line.toLowerCase().includes(wanted)) return null
    const entry = parseEntry(line, id)
    if (!entry || LEVELS[entry.level] < least) return null
    if (area && entry.area !== area) return null
    if ((from > 0 && entry.time < from) || (to > 0 && entry.time > to)) return null
    return entry
  }
}

/** null for an invalid line, for example one that a crash cut off. */
function parseEntry(line: string, id: string): LogEntry | null {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof read !== 'object' || read === null) return null
  const { level, time, area, msg, ...facts } = read as Record<string, unknown>
  return {
    id,
    time: Date.parse(String(time)) || 0,
    level: LOG_LEVELS.findLast((name) => LEVELS[name] <= Number(level)) ?? 'info',
    area: LOG_AREAS.find((name) => name === area) ?? 'program',
    text: typeof msg === 'string' ? msg : '',
    facts: Object.keys(facts).length > 0 ? JSON.stringify(facts, null, 1) : '',
  }
}
