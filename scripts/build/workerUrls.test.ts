import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { workerUrls } from './workerUrls.ts'

const run = promisify(execFile)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sitecraft-worker-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

it('one line starts a worker from source and from the bundle alike', async () => {
  await writeFile(join(dir, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(dir, 'main.ts'),
    `import { Worker } from 'node:worker_threads'
     const worker: Worker = new Worker(new URL('./sum.worker.ts', import.meta.url), { workerData: [20, 22] })
     worker.on('message', (sum: number) => console.log(sum))`,
  )
  await writeFile(
    join(dir, 'sum.worker.ts'),
    `import { parentPort, workerData } from 'node:worker_threads'
     const [a, b]: number[] = workerData
     parentPort?.postMessage(a + b)`,
  )
  const outDir = join(dir, 'out')
  const rolldownOptions = { input: join(dir, 'main.ts'), output: { entryFileNames: '[name].js' } }
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    plugins: [workerUrls()],
    build: { ssr: true, outDir, rolldownOptions },
  })
  expect((await run(process.execPath, [join(dir, 'main.ts')])).stdout.trim()).toBe('42')
  await rm(join(dir, 'sum.worker.ts'))
  expect((await run(process.execPath, [join(outDir, 'main.js')])).stdout.trim()).toBe('42')
})
