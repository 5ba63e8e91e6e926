import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_LOCAL_DRAFTS } from '#shared/contract/localDraft.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { asNobody, canBeNobody } from '#tests/setup/asNobody.ts'
import { createDraftStore, type DraftStore } from './localDrafts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let folder: string
let now: number
let log: ReturnType<typeof memoryLog>
const open = (): DraftStore => createDraftStore({ folder: join(folder, 'drafts'), now: () => now, log })
const files = (): Promise<string[]> => readdir(join(folder, 'drafts'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-drafts-'))
  now = Date.now()
  log = memoryLog()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('drafts on this computer', () => {
  it('lie on the disk once they are put: another run finds them', async () => {
    const text = '写到一半的文章 🚀 𠮷'
    await open().put('a', 'content/1/0', text)
    expect(await open().get('a', 'content/1/0')).toMatchObject({ text })
  })

  it('belong to one account and one form', async () => {
    const store = open()
    await store.put('a', 'content/1/0', '我的')
    expect(await store.get('b', 'content/1/0')).toBeNull()
    expect(await store.get('a', 'content/1/1')).toBeNull()
    await store.remove('b', 'content/1/0')
    expect(await store.get('a', 'content/1/0')).toMatchObject({ text: '我的' })
    await store.remove('a', 'content/1/0')
    expect(await store.get('a', 'content/1/0')).toBeNull()
    expect(await files()).toEqual([])
  })

  it('keeps what each window writes in one form, and lists it newest first', async () => {
    const store = open()
    await store.put('a', 'content/1/0', '第一个窗口', 'a1')
    const [first = ''] = await files()
    await utimes(join(folder, 'drafts', first), new Date(), new Date(now - 60_000))
    await store.put('a', 'content/1/0', '第二个窗口', 'b2')
    await store.put('a', 'content/1/1', '别的一篇', 'c3')
    await store.put('b', 'content/1/0', '别人的', 'd4')
    expect((await store.list('a', 'content/1/0')).map(({ writer }) => writer)).toEqual(['b2', 'a1'])
    expect(await store.get('a', 'content/1/0', 'a1')).toMatchObject({ text: '第一个窗口' })
    await store.remove('a', 'content/1/0', 'a1')
    expect(await store.list('a', 'content/1/0')).toMatchObject([{ writer: 'b2' }])
    // As they were kept before there were writers.
    await store.put('a', 'content/1/0', '从前的')
    expect((await store.list('a', 'content/1/0')).map(({ writer }) => writer)).toContain('')
    now += 31 * DAY_MS
    expect(await store.list('a', 'content/1/0')).toEqual([])
  })

  it('finds those of an account by the beginning of their forms, however long their texts are', async () => {
    const store = open()
    expect(await store.find('a', 'content/1/')).toEqual([])
    await store.put('a', 'content/1/7', '旧的')
    const [first = ''] = await files()
    await utimes(join(folder, 'drafts', first), new Date(), new Date(now - 60_000))
    await store.put('a', 'content/1/0', `,"text":${'长'.repeat(3_000_000)}`, 'a1')
    await store.put('a', 'content/10/7', '别的栏目')
    await store.put('b', 'content/1/7', '别人的')
    expect(await store.find('a', 'content/1/')).toMatchObject([
      { key: 'content/1/0', writer: 'a1' },
      { key: 'content/1/7', writer: '' },
    ])
    // Of before there were names in them, and of another program.
    await writeFile(join(folder, 'drafts', first), '{"savedAt":"2026-01-01 00:00:00","text":"从前的"}')
    await writeFile(join(folder, 'drafts', 'x.json'), 'x')
    expect((await open().find('a', 'content/1/')).map(({ key }) => key)).toEqual(['content/1/0'])
    expect((await store.get('a', 'content/1/7'))?.text).toBe('从前的')
    now += 31 * DAY_MS
    expect(await store.find('a', 'content/1/')).toEqual([])
  })

  it('lists nothing before anything was put, and takes no writer that leads elsewhere', async () => {
    const store = open()
    expect(await store.list('a', 'content/1/0')).toEqual([])
    for (const writer of ['../x', 'A', 'a.json', 'a'.repeat(37)])
      expect(() => store.get('a', 'k', writer)).toThrow('名称不正确')
  })

  it('names its files by nothing that leads elsewhere, for their owner alone', async () => {
    await open().put('../../a', '../../../etc/passwd', 'x')
    const [name] = await files()
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/)
    expect(await readdir(folder)).toEqual(['drafts'])
  })

  it('keeps the order of the calls, however long each takes', async () => {
    const store = open()
    const big = 'x'.repeat(5_000_000)
    await Promise.all([store.put('a', 'k', big), store.put('a', 'k', '后来的'), store.remove('a', 'other')])
    expect((await store.get('a', 'k'))?.text).toBe('后来的')
    await Promise.all([store.put('a', 'k', big), store.remove('a', 'k')])
    expect(await store.get('a', 'k')).toBeNull()
  })

  it('answers nothing for a file that was cut off or is of another program, and writes over it', async () => {
    const store = open()
    await store.put('a', 'k', 'x')
    const path = join(folder, 'drafts', requireValue((await files())[0], 'it was put'))
    for (const broken of ['', '{"savedAt":"2026', '[]', 'null']) {
      await writeFile(path, broken)
      expect(await store.get('a', 'k')).toBeNull()
    }
    expect(log.lines).toHaveLength(4)
    await store.put('a', 'k', '新的')
    expect((await store.get('a', 'k'))?.text).toBe('新的')
  })

  it('lets those of 30 days ago go, and the oldest of too many', async () => {
    const store = open()
    await store.put('a', 'old', '旧的')
    const [old] = await files()
    await utimes(join(folder, 'drafts', requireValue(old, 'it was put')), new Date(), new Date(now - 29 * DAY_MS))
    expect((await store.get('a', 'old'))?.text).toBe('旧的')
    now += 2 * DAY_MS
    expect(await store.get('a', 'old')).toBeNull()
    await store.put('a', 'k', 'x')
    expect(await files()).toHaveLength(1)
    for (let at = 0; at < MAX_LOCAL_DRAFTS; at += 1) await store.put('a', `many/${at}`, String(at))
    expect(await files()).toHaveLength(MAX_LOCAL_DRAFTS)
    expect(await store.get('a', 'k')).toBeNull()
    expect(await store.get('a', `many/${MAX_LOCAL_DRAFTS - 1}`)).not.toBeNull()
  })

  it.skipIf(!canBeNobody)('says that it can not write, and keeps what stood there', async () => {
    const store = open()
    await store.put('a', 'k', '第一次')
    await chmod(join(folder, 'drafts'), 0o555)
    await chmod(folder, 0o755)
    await expect(asNobody(() => store.put('a', 'k', '第二次'))).rejects.toMatchObject({ code: 'read-only' })
    await chmod(join(folder, 'drafts'), 0o700)
    expect((await open().get('a', 'k'))?.text).toBe('第一次')
    expect(await readFile(join(folder, 'drafts', requireValue((await files())[0], 'it stood')), 'utf8')).toContain(
      '第一次',
    )
  })
})
