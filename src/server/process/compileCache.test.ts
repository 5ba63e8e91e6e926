import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillCompileCache, listCompiledModules } from './compileCache.ts'

const run = promisify(execFile)
// Says which modules it found compiled, and where it keeps them.
const PROGRAM = `
  import module from 'node:module'
  module.enableCompileCache(process.argv[2])
  const { one } = await import('./chunks/one.js')
  module.flushCompileCache()
  console.log(JSON.stringify({ own: module.getCompileCacheDir(), one }))`

let dir: string
let bundle: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-prepared-'))
  bundle = join(dir, 'bundle')
  await mkdir(join(bundle, 'chunks'), { recursive: true })
  await writeFile(join(bundle, 'package.json'), '{"type":"module"}')
  await writeFile(join(bundle, 'main.js'), PROGRAM)
  await writeFile(join(bundle, 'chunks/one.js'), 'export const one = 1')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function compiledBy(at: string): Promise<{ own: string; one: number; said: string }> {
  const { stdout, stderr } = await run(process.execPath, [join(at, 'main.js'), join(dir, 'cache')], {
    env: {
      ...process.env,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      NODE_DISABLE_COMPILE_CACHE: undefined,
      NODE_COMPILE_CACHE: undefined,
    },
  })
  const line = stdout.split('\n').find((each) => each.startsWith('{')) ?? ''
  return { ...(JSON.parse(line) as { own: string; one: number }), said: stdout + stderr }
}

async function prepare(): Promise<string> {
  const { own } = await compiledBy(bundle)
  for (const { from, to } of listCompiledModules(bundle, own)) {
    await mkdir(dirname(to), { recursive: true })
    await cp(from, to)
  }
  await rm(own, { recursive: true })
  await mkdir(own)
  return own
}

it('Node takes what was prepared, also where the bundle lies in another place', async () => {
  const own = await prepare()
  const elsewhere = join(dir, 'elsewhere')
  await cp(bundle, elsewhere, { recursive: true })
  fillCompileCache(elsewhere, own)
  expect(await readdir(own)).toHaveLength(1)
  const { one, said } = await compiledBy(elsewhere)
  expect(one).toBe(1)
  expect(said.split('\n').find((line) => /reading cache.*one\.js|one\.js.*reading cache/.test(line))).toContain(
    'success',
  )
})

it('a changed text is compiled again', async () => {
  const own = await prepare()
  await writeFile(join(bundle, 'chunks/one.js'), 'export const one = 2')
  fillCompileCache(bundle, own)
  expect((await compiledBy(bundle)).one).toBe(2)
})

it('what another Node compiled is not taken, and what is there stays', async () => {
  const own = await prepare()
  const other = join(dir, 'cache', 'v99.0.0-x64-00000000')
  await mkdir(other)
  fillCompileCache(bundle, other)
  expect(await readdir(other)).toEqual([])
  await writeFile(join(own, 'mine'), '')
  fillCompileCache(bundle, own)
  expect(await readdir(own)).toEqual(['mine'])
})
