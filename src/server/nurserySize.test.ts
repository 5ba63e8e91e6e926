import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

const SOURCE = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  let garbage
  for (let i = 0; i < 400_000; i++) garbage = { i, list: [i, i, i, i] }
  parentPort.postMessage(getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size)`

// In a process of its own: the setting is the whole process's.
const PROGRAM = `
  const { withNurserySize } = await import(${JSON.stringify(new URL('./nurserySize.ts', import.meta.url).href)})
  const { Worker } = await import('node:worker_threads')
  const make = () => new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(SOURCE)}`)}))
  const sizeIn = (thread) => new Promise((resolve) => thread.once('message', resolve))
  const roomy = await sizeIn(withNurserySize(8, make))
  console.log(JSON.stringify({ roomy, plain: await sizeIn(make()) }))`

it('a thread gets the room for new objects that it needs, and the next one as much as all others', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const { roomy, plain } = JSON.parse(stdout) as { roomy: number; plain: number }
  expect(roomy).toBeGreaterThanOrEqual(8 * 1024 ** 2)
  expect(plain).toBeLessThan(roomy / 3)
})
