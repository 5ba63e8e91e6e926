import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { asNobody, canBeNobody } from '#tests/setup/asNobody.ts'
import { fileStamp, readSpan } from './source.ts'

it.skipIf(!canBeNobody)('a file that can’t be read, for it is locked or another’s, says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const file = { path: join(folder, '锁.zip'), name: '锁.zip' }
  await writeFile(file.path, 'bytes')
  await chmod(file.path, 0o000)
  const { stamp } = await fileStamp(file)
  const reading = readSpan(
    { ...file, stamp },
    { start: 0, end: 5 },
    (most) => most,
    () => undefined,
  )
  await expect(asNobody(() => reading.next())).rejects.toMatchObject({
    code: 'locked',
    message: '无法读取“锁.zip”，可能被其他程序占用或没有读取权限；请关闭占用该文件的程序后重试',
  })
})
