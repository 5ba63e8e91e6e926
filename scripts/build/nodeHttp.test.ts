import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nodeHttp } from './nodeHttp.ts'

const run = promisify(execFile)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-http-'))
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it.each([
  ["import { createServer as make, request } from 'node:http'", 'make, request'],
  ["import http, { request } from 'node:http'", 'http.createServer, request'],
  ["import * as http from 'http'", 'http.createServer, http.request'],
])('%s gives the same functions without loading fetch', async (line, used) => {
  await writeFile(
    join(dir, 'main.ts'),
    `${line}
     console.log([${used}].map((each) => typeof each).join(), process.moduleLoadList.some((name) => name.includes('undici')))`,
  )
  const outDir = join(dir, 'out')
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    plugins: [nodeHttp()],
    build: {
      ssr: true,
      outDir,
      rolldownOptions: { input: join(dir, 'main.ts'), output: { entryFileNames: '[name].js' } },
    },
  })
  expect((await run(process.execPath, [join(outDir, 'main.js')])).stdout.trim()).toBe('function,function false')
})
