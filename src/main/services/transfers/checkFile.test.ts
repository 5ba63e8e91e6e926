import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkFile } from './checkFile.ts'

async function fileOf(name: string, size: number): Promise<{ path: string; name: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, '')
  await truncate(path, size)
  return { path, name }
}

const RULE = { extensions: ['png'], limitMb: 50 }
const LIMIT = 50 * 1024 * 1024

it('lets a file of exactly the limit pass, and no larger one', async () => {
  expect(await checkFile(await fileOf('a.png', LIMIT), RULE)).toBe(LIMIT)
  await expect(checkFile(await fileOf('a.png', LIMIT + 1), RULE)).rejects.toMatchObject({
    code: 'too-large',
    message: '文件大小不能大于50M!',
  })
})
it('refuses other extensions, and what is no file any more', async () => {
  await expect(checkFile(await fileOf('a.gif', 1), RULE)).rejects.toMatchObject({ code: 'unsupported' })
  const file = await fileOf('a.PNG', 1)
  expect(await checkFile(file, RULE)).toBe(1)
  await rm(file.path)
  await expect(checkFile(file, RULE)).rejects.toMatchObject({ code: 'not-found' })
})
