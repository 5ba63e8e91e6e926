import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryLog } from '#tests/fakes/logger.ts'
import { asNobody, canBeNobody } from '#tests/setup/asNobody.ts'
import { jsonFile } from './jsonFile.ts'

const schema = z.object({ n: z.number() })
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-json-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a JSON file', () => {
  const at = () => jsonFile(join(folder, 'sub', 'a.json'), schema, { n: 0 }, memoryLog())
  it('starts with the fallback and keeps what is written', async () => {
    expect(await at().read()).toEqual({ n: 0 })
    await at().update(({ n }) => ({ n: n + 1 }))
    expect(await at().read()).toEqual({ n: 1 })
    expect(await readdir(join(folder, 'sub'))).toEqual(['a.json'])
  })
  it('loses no update of many at once', async () => {
    const file = at()
    await Promise.all(Array.from({ length: 20 }, () => file.update(({ n }) => ({ n: n + 1 }))))
    expect(await file.read()).toEqual({ n: 20 })
  })
  it('goes on after an update that failed', async () => {
    const file = at()
    const failing = file.update(() => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await file.update(({ n }) => ({ n: n + 1 }))).toEqual({ n: 1 })
  })
  it.each(['', '{"n":', '{"n":"text"}', '[]'])('sets %j aside and starts again', async (text) => {
    const path = join(folder, 'a.json')
    await writeFile(path, text)
    const log = memoryLog()
    expect(await jsonFile(path, schema, { n: 0 }, log).read()).toEqual({ n: 0 })
    expect(await readFile(`${path}.broken`, 'utf8')).toBe(text)
    expect(log.lines).toHaveLength(1)
  })
  it('is set aside once when many find it broken', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, 'broken')
    const file = jsonFile(path, schema, { n: 3 }, memoryLog())
    expect(await Promise.all([file.read(), file.read(), file.read()])).toEqual([{ n: 3 }, { n: 3 }, { n: 3 }])
  })
  it.skipIf(!canBeNobody)('does not take a file it may not read for an empty one', async () => {
    const path = join(folder, 'a.json')
    await writeFile(path, '{"n":7}')
    await chmod(folder, 0o755)
    await chmod(path, 0)
    const reading = () => jsonFile(path, schema, { n: 0 }, memoryLog()).read()
    await expect(asNobody(reading)).rejects.toMatchObject({
      code: 'read-only',
      message: `无法读取“${path}”，请检查权限或选择其他位置`,
    })
  })
})
