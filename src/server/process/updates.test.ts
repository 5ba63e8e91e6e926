import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer } from '#tests/integration/server/harness/server.ts'
import { readOptions } from './options.ts'
import { serveUpdatesOnly } from './updates.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-updates-'))
  await writeFile(join(dir, 'latest.yml'), 'version: 1.1.0\n')
  await writeFile(join(dir, 'sitecraft-1.1.0-win-x64.exe'), '0123456789')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const start = async (print: (line: string) => void = () => undefined) => {
  const options = readOptions(['updates', dir, '--port', '0'], {})
  return serveUpdatesOnly(options, print)
}

it('a folder of updates is served alone, in parts too, and says what may be kept', async () => {
  const lines: string[] = []
  const { url, close } = await start((line) => lines.push(line))
  try {
    expect(lines).toEqual([`listening on ${url}/updates/`])
    const feed = await fetch(`${url}/updates/latest.yml`)
    expect([feed.status, await feed.text(), feed.headers.get('cache-control')]).toEqual([
      200,
      'version: 1.1.0\n',
      'no-cache',
    ])
    const part = await fetch(`${url}/updates/sitecraft-1.1.0-win-x64.exe`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, await part.text(), part.headers.get('cache-control')]).toEqual([
      206,
      '234',
      'public, max-age=3600',
    ])
  } finally {
    await close()
  }
})

it('nothing outside the folder, no folder and no link is served, and nothing is listed', async () => {
  await writeFile(join(dir, '..', 'outside.txt'), 'secret')
  await symlink(join(dir, '..', 'outside.txt'), join(dir, 'link.txt'))
  await mkdir(join(dir, 'folder'))
  await writeFile(join(dir, '.hidden'), 'secret')
  const { url, close } = await start()
  try {
    for (const path of [
      '',
      '..%2foutside.txt',
      '%2e%2e/outside.txt',
      'link.txt',
      'folder',
      '.hidden',
      'none.exe',
      'a%00b',
    ])
      expect((await fetch(`${url}/updates/${path}`)).status, path).toBe(404)
  } finally {
    await close()
    await rm(join(dir, '..', 'outside.txt'))
  }
})

it('the CMS server serves it under the same address when the folder is configured', async () => {
  expect(readOptions([], { SITECRAFT_UPDATES: dir }).updatesDir).toBe(dir)
  const server = await startTestServer({ updatesDir: dir })
  try {
    expect(await (await fetch(new URL('updates/latest.yml', server.url))).text()).toBe('version: 1.1.0\n')
  } finally {
    await server.close()
  }
})

it('a folder that is not there is said at the start', async () => {
  await rm(dir, { recursive: true })
  await expect(start()).rejects.toMatchObject({ message: expect.stringContaining('不存在，请指定') })
  expect(() => readOptions(['updates'], {})).toThrow(/请在 updates 后指定目录/)
})
