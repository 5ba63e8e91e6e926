import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lockDataDir } from './instanceLock.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sitecraft-lock-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

it('a data folder is one server’s until it gives it back', () => {
  const dataDir = folder()
  const release = lockDataDir(dataDir)
  const locked = { code: 'locked', message: expect.stringContaining('正被另一个站匠服务器使用') }
  expect(() => lockDataDir(dataDir)).toThrow(expect.objectContaining(locked))
  release()
  lockDataDir(dataDir)()
})

it('one that can not be written, or not be locked, is not said to be in use', () => {
  const [gone, odd] = [join(folder(), 'gone'), folder()]
  const unwritable = { code: 'read-only', message: expect.stringContaining(`无法写入数据目录 ${gone}`) }
  expect(() => lockDataDir(gone)).toThrow(expect.objectContaining(unwritable))
  mkdirSync(join(odd, 'server.lock'))
  const unlockable = { code: 'unavailable', message: expect.stringContaining('网络盘') }
  expect(() => lockDataDir(odd)).toThrow(expect.objectContaining(unlockable))
})
