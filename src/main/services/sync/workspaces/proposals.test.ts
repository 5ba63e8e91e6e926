import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryLog } from '#tests/fakes/logger.ts'
import type { WorkspaceRecord } from '../records.ts'
import { toFolderName, createProposals, createProposedFolder, type Proposals } from './proposals.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitecraft-home-'))
})
afterEach(() => rm(home, { recursive: true }))
const open = (): Proposals => createProposals({ file: join(home, 'places.json'), home, log: memoryLog() })
const template = { connectionId: 'c1', folder: 'company', templateName: '企业站', site: '集团官网' }
const record = (localPath: string): WorkspaceRecord => ({
  id: 'w1',
  connectionId: 'c1',
  folder: 'other',
  templateName: '别的',
  localPath,
  paused: false,
})

describe('a proposed folder', () => {
  it('is ~/Sitecraft/<site>/<template>, without a site where there is no single one', async () => {
    expect(await open().propose(template, [])).toBe(join(home, 'Sitecraft/集团官网/企业站'))
    expect(await open().propose({ ...template, site: '' }, [])).toBe(join(home, 'Sitecraft/企业站'))
    expect(await readdir(home)).toEqual([])
  })

  it('is another one where something stands already, or another workspace is', async () => {
    const wanted = join(home, 'Sitecraft/集团官网/企业站')
    await mkdir(wanted, { recursive: true })
    expect(await open().propose(template, [])).toBe(wanted)
    await writeFile(join(wanted, 'index.html'), '')
    expect(await open().propose(template, [])).toBe(`${wanted} 2`)
    expect(await open().propose(template, [record(`${wanted} 2`)])).toBe(`${wanted} 3`)
    await writeFile(`${wanted} 2`, 'a file')
    await mkdir(`${wanted} 3/.sitecraft-sync`, { recursive: true })
    await writeFile(`${wanted} 3/.DS_Store`, '')
    const proposals = open()
    expect(await proposals.propose(template, [])).toBe(`${wanted} 3`)
    expect([proposals.isProposed(`${wanted} 3`), proposals.isProposed(wanted)]).toEqual([true, false])
    // One whose name only begins alike is another folder.
    expect(await open().propose(template, [record(`${wanted} 30`)])).toBe(`${wanted} 3`)
  })

  it('is neither in the folder of another workspace nor around it', async () => {
    const proposed = (place: string): Promise<string> => open().propose(template, [record(join(home, place))])
    expect(await proposed('Sitecraft/集团官网/企业站/below')).toBe(join(home, 'Sitecraft/集团官网/企业站 2'))
    expect(await proposed('Sitecraft/集团官网')).toBe(join(home, 'Sitecraft/企业站'))
    expect(await proposed('Sitecraft')).toBe(join(home, '企业站'))
    // Nowhere is free: the plan says why it can't be there.
    expect(await proposed('')).toBe(join(home, 'Sitecraft/集团官网/企业站'))
  })

  it('is not where the template was before, when another workspace is there now', async () => {
    const before = join(home, 'web/first')
    const place = { connectionId: 'c1', folder: 'company', localPath: before }
    await open().recordChoice(place, false)
    expect(await open().propose(template, [])).toBe(before)
    expect(await open().propose({ ...template, connectionId: 'c2' }, [])).toBe(join(home, 'Sitecraft/集团官网/企业站'))
    expect(await open().propose(template, [record(before)])).toBe(join(home, 'Sitecraft/集团官网/企业站'))
  })

  it('is a sibling of the folder chosen last, or the former folder of the template', async () => {
    const chosen = join(home, 'web/first')
    await open().recordChoice({ connectionId: 'c1', folder: 'first', localPath: chosen }, true)
    expect(await open().propose(template, [])).toBe(join(home, 'web/集团官网/企业站'))
    await mkdir(chosen, { recursive: true })
    await writeFile(join(chosen, 'index.html'), '')
    expect(await open().propose({ ...template, folder: 'first' }, [])).toBe(chosen)
  })

  it('leaves nothing behind when nobody agrees, and nothing that was there before or came into it goes', async () => {
    await mkdir(join(home, 'Sitecraft'))
    const undo = await createProposedFolder(join(home, 'Sitecraft/a/b'))
    await undo()
    expect(await readdir(join(home, 'Sitecraft'))).toEqual([])
    const again = await createProposedFolder(join(home, 'Sitecraft/a/b'))
    await writeFile(join(home, 'Sitecraft/a/b/x'), '')
    await again()
    expect(await readdir(join(home, 'Sitecraft/a/b'))).toEqual(['x'])
  })
})

it.each([
  ['企业站', '企业站'],
  ['../../etc', 'etc'],
  ['a/b\\c:d', 'a b c d'],
  ['  spaced   out.. ', 'spaced out'],
  ['CON', 'CON_'],
  ['...', 'fallback'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['长'.repeat(100), '长'.repeat(60)],
])('the title %j becomes the name %j', (title, name) => {
  expect(toFolderName(title, 'fallback')).toBe(name)
})
