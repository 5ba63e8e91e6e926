import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type DeployProgress, Meter } from './progress.ts'

const fileOf = (path: string, sizeBytes: number) => ({ path, digest: path, sizeBytes })
const bytesOf = (sizeBytes: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < sizeBytes; at += 100) yield Buffer.alloc(Math.min(100, sizeBytes - at))
    })(),
  )

it('counts the bytes of a file on their way, and those of a try that failed once', async () => {
  const told: DeployProgress[] = []
  const file = fileOf('a.bin', 1050)
  const meter = new Meter(2, [file], async (progress) => void told.push(progress))
  await meter.write(
    file,
    async () => bytesOf(1050),
    async (open) => {
      const broken = await open()
      await broken[Symbol.asyncIterator]().next()
      broken.destroy()
      expect((await buffer(await open())).length).toBe(1050)
    },
  )
  await meter.count()
  expect(told.at(0)).toMatchObject({ files: 0, totalFiles: 2, totalBytes: 1050 })
  expect(told.at(-1)).toMatchObject({ files: 2, bytes: 1050, totalBytes: 1050 })
  expect(told.every(({ bytes }) => bytes <= 1050)).toBe(true)
})

it('knows the rate and what is left after a second', async () => {
  const told: DeployProgress[] = []
  const files = Array.from({ length: 4 }, (_none, at) => fileOf(`${at}.bin`, 1000))
  const meter = new Meter(4, files, async (progress) => void told.push(progress))
  const send = async (open: () => Promise<Readable>): Promise<void> => void (await buffer(await open()))
  for (const file of files.slice(0, 3)) {
    await meter.write(file, async () => bytesOf(1000), send)
    await delay(550)
  }
  const [last] = told.slice(-1)
  expect(last).toMatchObject({ bytes: 3000 })
  expect(last?.bytesPerSecond).toBeGreaterThan(500)
  expect(last?.bytesPerSecond).toBeLessThan(4000)
  expect(last?.leftMs).toBeGreaterThan(200)
})

it('takes back the bytes of a file that failed', async () => {
  const told: DeployProgress[] = []
  const file = fileOf('a.bin', 500)
  const meter = new Meter(1, [file], async (progress) => void told.push(progress))
  const failing = meter.write(
    file,
    async () => bytesOf(500),
    async (open) => {
      await buffer(await open())
      throw new Error('refused')
    },
  )
  await expect(failing).rejects.toThrow('refused')
  await meter.count()
  expect(told.at(-1)?.bytes).toBe(0)
})
