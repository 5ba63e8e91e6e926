import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPageFile } from './pageFile.ts'

const PREVIEWS = 'http://127.0.0.1:4321'

let base: string
let root: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'sitecraft-page-'))
  root = join(base, 'renderer')
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<meta nonce="__CSP_NONCE__"><title>站匠</title>')
  await writeFile(join(root, 'assets/app-1.js'), 'export {}')
  await writeFile(join(base, 'secret.js'), 'no')
})
afterAll(() => rm(base, { recursive: true, force: true }))

describe('the files of the page', () => {
  it('give every address of a screen the index with a nonce of its own, in text and header', async () => {
    const answers = await Promise.all(
      ['/', '/login', '/template/list', '/index.html'].map((path) => readPageFile(root, path, PREVIEWS)),
    )
    const nonces = answers.map((answer) => /nonce="([^"]+)"/.exec(answer.body.toString())?.[1] ?? '')
    answers.forEach((answer, i) => {
      expect(answer.status).toBe(200)
      expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonces[i]}'`)
      expect(answer.headers['cache-control']).toBe('no-store')
    })
    expect(new Set(nonces).size).toBe(4)
  })
  it('let no script in but the own files', async () => {
    const policy = (await readPageFile(root, '/', PREVIEWS)).headers['content-security-policy']
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    // Files and previews of the server come from the page's own origin; the page itself is framed nowhere.
    expect(policy).toContain("media-src 'self';")
    expect(policy).toContain(`frame-src 'self' ${PREVIEWS};`)
    expect(policy).toContain("frame-ancestors 'none';")
    // One port of this computer may be framed (live previews), and nothing has a wildcard.
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/)
    expect((await readPageFile(root, '/', '')).headers['content-security-policy']).toContain("frame-src 'self';")
  })
  it('are served with their type and kept for good', async () => {
    const script = await readPageFile(root, '/assets/app-1.js', PREVIEWS)
    expect(script).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
    expect(script.headers['cache-control']).toContain('immutable')
  })
  it.each([
    '/assets/none.js',
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/%00.js',
    '/%E0%A4%A.js',
    '/../renderer2/secret.js',
  ])('answer 404 to %s', async (path) => {
    expect((await readPageFile(root, path, PREVIEWS)).status).toBe(404)
  })
})
