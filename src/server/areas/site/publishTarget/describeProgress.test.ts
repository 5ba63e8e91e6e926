import { expect, it } from 'vitest'
import { describeProgress } from './describeProgress.ts'

it('says how far a deployment is', () => {
  const progress = {
    files: 12,
    totalFiles: 30,
    bytes: 1024 ** 2,
    totalBytes: 3 * 1024 ** 2,
    bytesPerSecond: 0,
    leftMs: null,
  }
  expect(describeProgress(progress)).toBe('已发布 12 / 30 个文件，1 MB / 3 MB')
  expect(describeProgress({ ...progress, bytesPerSecond: 1024, leftMs: 30_100 })).toMatch(/，每秒 1 KB，还需约 31 秒$/)
  expect(describeProgress({ ...progress, bytesPerSecond: 1024, leftMs: 90_000 })).toMatch(/还需约 2 分钟$/)
})
