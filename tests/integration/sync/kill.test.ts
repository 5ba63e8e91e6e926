import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sha256Of } from '#services/sync/local/hash.ts'
import { stateDirOf } from '#services/sync/records.ts'
import { buildTemplate } from '#tests/builders/template.ts'
import { textsIn, until } from '#tests/fakes/syncHarness.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

const FILES = 2000
const KILLS = 4
const workspaces = z.array(z.object({ id: z.string() }))

let server: TestServer
let admin: TestClient
let home: string
let root: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  home = await mkdtemp(join(tmpdir(), 'sitecraft-kill-'))
  root = join(home, 'site')
})
afterAll(async () => {
  await server.close()
  await rm(home, { recursive: true })
})

const text = (version: string, n: number): string => `/* ${version} ${n} */\n`.repeat(1 + (n % 400))
const all = (version: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`d${n % 7}/f${n}.css`, text(version, n)]))

const start = (folder: string): ChildProcess => {
  const script = join(import.meta.dirname, 'syncProcess.ts')
  const args = [script, server.url, admin.token ?? '', root, join(home, 'data'), folder]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}
const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
/** Kills the process as soon as a few more files are done; answers how many that were in all. */
async function killAfter(child: ChildProcess, done: () => Promise<number>): Promise<number> {
  const target = Math.min(FILES, (await done()) + 1 + Math.floor(Math.random() * 30))
  await until(async () => (await done()) >= target, 20_000)
  await kill(child)
  return done()
}
/** Waits for a line that the check accepts. */
async function said(child: ChildProcess, check: (line: string) => boolean): Promise<string> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) if (check(line)) return line
  throw new Error('the process ended before it was in step')
}
const hashes = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, sha256Of(Buffer.from(content))]))
const remoteHashes = async (folder: string): Promise<Record<string, string>> => {
  const { entries } = await admin.ok('templateSync.manifest', { folder })
  return Object.fromEntries(entries.filter(({ kind }) => kind === 'file').map(({ path, sha256 }) => [path, sha256]))
}

test('[S26] [S28] killed at any moment of a clone or a push, a rerun converges: no half file, no false conflict', async () => {
  const { folder } = await buildTemplate(admin, { files: all('old') })
  await mkdir(join(home, 'data'), { recursive: true })
  await mkdir(root)
  const oldHashes = hashes(all('old'))
  /** How far the work was at each kill. */
  const done: number[] = []

  const cloned = (): Promise<number> => textsIn(root).then((texts) => Object.keys(texts).length)
  for (let n = 0; n < KILLS; n++) {
    done.push(await killAfter(start(folder), cloned))
    expect(oldHashes).toMatchObject(hashes(await textsIn(root)))
  }
  const clone = start(folder)
  expect(await said(clone, (line) => line.startsWith(`idle`) && line.includes(`${FILES} `))).toBe(`idle ${FILES} 0`)
  expect(await textsIn(root)).toEqual(all('old'))
  await kill(clone)

  expect(done.some((count) => count > 0 && count < FILES)).toBe(true)
  done.length = 0

  const edited: Record<string, string> = { ...all('new'), 'd0/f0.css': text('old', 0) }
  for (const [path, content] of Object.entries(edited)) await writeFile(join(root, path), content)
  const newHashes = hashes(edited)
  const pushedSoFar = async (): Promise<number> => {
    const found = await remoteHashes(folder)
    return Object.keys(found).filter((path) => found[path] === newHashes[path]).length
  }
  for (let n = 0; n < KILLS; n++) {
    done.push(await killAfter(start(folder), pushedSoFar))
    for (const [path, hash] of Object.entries(await remoteHashes(folder))) {
      expect([oldHashes[path], newHashes[path]]).toContain(hash)
    }
  }
  expect(done.some((count) => count > 1 && count < FILES)).toBe(true)
  const pushed = start(folder)
  expect(await said(pushed, (line) => line.startsWith('idle'))).toBe(`idle ${FILES} 0`)
  expect(await remoteHashes(folder)).toEqual(newHashes)
  expect(await textsIn(root)).toEqual(edited)
  await kill(pushed)
  const [workspace, ...others] = workspaces.parse(
    JSON.parse(await readFile(join(home, 'data', 'sync', 'workspaces.json'), 'utf8')),
  )
  expect(others).toEqual([])
  expect(await readdir(join(stateDirOf(join(home, 'data'), workspace?.id ?? ''), 'trash'))).toEqual([])
}, 180_000)
