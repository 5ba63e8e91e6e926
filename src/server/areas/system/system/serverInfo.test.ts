import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '#server/deps.ts'
import { readServerInfo } from './serverInfo.ts'

it('reports an unreadable disk as unknown, and all other facts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-info-'))
  expect((await readServerInfo({ dataDir, clock: systemClock })).diskUsage).toEqual([expect.any(Number)])
  await rm(dataDir, { recursive: true })
  const info = await readServerInfo({ dataDir, clock: systemClock })
  expect(info.diskUsage).toEqual([])
  expect(info.memoryTotal).toBeGreaterThan(info.memoryUsed)
  expect(info.cpuCoresCount).toBeGreaterThan(0)
})
