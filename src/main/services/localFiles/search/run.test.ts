import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileMatches, MAX_SEARCH_MATCHES } from '#shared/contract/localFile.ts'
import { runSearch, type SearchInput } from './run.ts'

let root: string
const paths: string[] = []
const put = async (path: string, bytes: string | Buffer): Promise<void> => {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), bytes)
  paths.push(path)
}
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft-search-'))
  await put('index.html', '<h1>欢迎</h1>\r\n<p class="Banner">banner banner</p>\r\n')
  await put('css/a.css', '.banner { color: red }\n.x { }\n')
  await put('old.html', iconv.encode('旧页面 欢迎光临', 'gbk'))
  await put('logo.png', Buffer.from([0x89, 0, 0x62, 0x61]))
  await put('js/app.min.js', `${'x'.repeat(5000)}banner${'y'.repeat(5000)}`)
})
afterAll(() => rm(root, { recursive: true }))

const ask = async (question: Partial<SearchInput['question']>, more: Partial<SearchInput> = {}) => {
  const found: FileMatches[] = []
  const summary = await runSearch({
    question: { text: '', matchCase: false, regex: false, only: '', ...question },
    files: paths.map((path) => ({ path, target: join(root, path) })),
    onFound: (files) => found.push(...files),
    signal: new AbortController().signal,
    ...more,
  })
  return { ...summary, found, at: found.map(({ path, matches }) => [path, matches.map(({ line }) => line)]) }
}

test('text is found by file and line whatever its case, also in files that are no UTF-8, and in no picture', async () => {
  const { at, matches, read } = await ask({ text: 'BANNER' })
  expect(at).toEqual([
    ['index.html', [2, 2, 2]],
    ['css/a.css', [1]],
    ['js/app.min.js', [1]],
  ])
  expect([matches, read]).toEqual([5, 5])
  expect((await ask({ text: '欢迎' })).at).toEqual([
    ['index.html', [1]],
    ['old.html', [1]],
  ])
})

test('with case, as a regular expression, and in some files only', async () => {
  expect((await ask({ text: 'Banner', matchCase: true })).at).toEqual([['index.html', [2]]])
  expect((await ask({ text: 'ban+er\\b', regex: true, only: '*.css, pages/' })).at).toEqual([['css/a.css', [1]]])
  // Signs of expressions are plain text until they are asked for.
  expect((await ask({ text: 'ban+er' })).matches).toBe(0)
  await expect(ask({ text: '(', regex: true })).rejects.toMatchObject({ code: 'invalid' })
})

test('a match has its column, and for a long line the part around it', async () => {
  const { found } = await ask({ text: 'banner', only: '*.min.js' })
  const match = found[0]?.matches[0]
  expect(match).toMatchObject({ line: 1, column: 5001, length: 6 })
  expect(match?.text.length).toBeLessThanOrEqual(200)
  expect(match?.text.slice(match.at, match.at + 6)).toBe('banner')
})

test('an expression that never ends is stopped, and the file is named', async () => {
  await put('slow.txt', `${'a'.repeat(40)}!`)
  try {
    const { stopped } = await ask({ text: '(a+)+$', regex: true, only: 'slow.txt' }, { stuckAfter: 300 })
    expect(stopped).toContain('“slow.txt”')
  } finally {
    paths.pop()
  }
})

test('is stopped by whoever began it, and ends at so many matches', async () => {
  const stop = new AbortController()
  stop.abort()
  expect((await ask({ text: 'banner' }, { signal: stop.signal })).stopped).toBe('搜索已停止')
  await put('many.txt', 'hit '.repeat(MAX_SEARCH_MATCHES + 10))
  try {
    const { matches, stopped } = await ask({ text: 'hit' })
    expect(matches).toBe(MAX_SEARCH_MATCHES)
    expect(stopped).toContain(`${MAX_SEARCH_MATCHES}`)
  } finally {
    paths.pop()
  }
})
