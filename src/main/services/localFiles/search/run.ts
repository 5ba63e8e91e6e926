import { Worker } from 'node:worker_threads'
import ignore from 'ignore'
import { type FileMatches, MAX_SEARCH_MATCHES } from '#shared/contract/localFile.ts'
import type { AnswerOf, ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { createPattern } from './match.ts'
import type { SearchJob, SearchProgress } from './search.worker.ts'

/** ms. A file that takes longer indicates an endless expression. */
const STUCK_MS = 2000
const CHECK_INTERVAL_MS = 250

type Summary = AnswerOf<'localFiles.search'>

export interface SearchInput {
  question: Pick<ParsedOf<'localFiles.search'>, 'text' | 'matchCase' | 'regex' | 'only'>
  /** All searchable files with their absolute paths. */
  files: readonly { path: string; target: string }[]
  onFound: (files: FileMatches[], read: number, of: number) => void
  signal: AbortSignal
  /** ms */
  stuckAfter?: number
}

/**
 * Searches on a separate thread, so that neither ten thousand files nor an endless expression block the host. Errors:
 * invalid for an invalid regular expression.
 */
export async function runSearch(input: SearchInput): Promise<Summary> {
  const { question, onFound, signal, stuckAfter = STUCK_MS } = input
  checkPattern(question)
  const only = question.only
    .split(/[,，\n]/)
    .map((each) => each.trim())
    .filter(Boolean)
  const chosen = only.length > 0 ? ignore().add(only) : null
  const files = input.files.filter(({ path }) => !chosen || (ignore.isPathValid(path) && chosen.ignores(path)))
  const { text, matchCase, regex } = question
  const current = new SharedArrayBuffer(4)
  const at = new Int32Array(current)
  // -1 means not started: the thread may need a moment.
  Atomics.store(at, 0, -1)
  const total = { files: 0, matches: 0, read: 0 }
  const workerData: SearchJob = { text, matchCase, regex, files, most: MAX_SEARCH_MATCHES, current }
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { workerData })
  let watch: NodeJS.Timeout | undefined
  try {
    const stopped = await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(STOPPED_TEXT), { once: true })
      if (signal.aborted) resolve(STOPPED_TEXT)
      let last = { file: -1, since: performance.now() }
      watch = setInterval(() => {
        const file = Atomics.load(at, 0)
        if (file < 0 || file !== last.file) last = { file, since: performance.now() }
        else if (performance.now() - last.since > stuckAfter) resolve(formatStuckText(files[file]?.path ?? ''))
      }, CHECK_INTERVAL_MS)
      worker.on('message', ({ files: found, read, matches, ended }: SearchProgress) => {
        total.files += found.length
        total.matches = matches
        total.read = read
        if (found.length > 0 || !ended) onFound(found, read, files.length)
        if (ended) resolve(matches >= MAX_SEARCH_MATCHES ? TOO_MANY_TEXT : '')
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve('搜索意外中断，请重试'))
    })
    return { ...total, stopped }
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

const STOPPED_TEXT = '搜索已停止'
const TOO_MANY_TEXT = `结果超过 ${MAX_SEARCH_MATCHES} 处，只显示前面的；请输入更多文字，或限定文件`
const formatStuckText = (path: string): string => `搜索“${path}”用时过长，已停止搜索；请简化正则表达式`

function checkPattern(question: SearchInput['question']): void {
  try {
    createPattern(question)
  } catch (error) {
    throw new AppError('invalid', '正则表达式不完整或有误，请检查括号和反斜杠', {
      cause: error,
      details: { issues: [{ field: 'text', message: '正则表达式不完整或有误，请检查括号和反斜杠' }] },
    })
  }
}
