import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, afterEach, expect, it } from 'vitest'
import { createFolders } from './folders.ts'
import { createGrants } from './grants.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitecraft-folders-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

function open() {
  const grants = createGrants()
  return { grants, folders: createFolders(grants, home), node: grants.issue(home) }
}

it('starts at home and at the roots', async () => {
  const { grants, folders } = open()
  const { folders: places } = await folders.list()
  expect(grants.resolve(places[0]?.node ?? '')).toBe(home)
  expect(places[0]?.name).toContain('主文件夹')
})
it('shows folders alone, without hidden ones, and goes up as far as the root', async () => {
  const { folders, grants, node } = open()
  for (const name of ['站点', '.hidden']) await mkdir(join(home, name))
  await writeFile(join(home, 'a.html'), '')
  await symlink('/etc', join(home, 'link'))
  const listed = await folders.list(node)
  expect(listed.folders.map((each) => each.name)).toEqual(['站点'])
  expect(grants.resolve(listed.parent ?? '')).toBe(join(home, '..'))
  expect((await folders.list(grants.issue('/'))).parent).toBeNull()
})
it('keeps one node per folder, however often it is shown', async () => {
  const { folders, node } = open()
  await mkdir(join(home, 'a'))
  const [one, two] = [await folders.list(node), await folders.list(node)]
  expect(one).toEqual(two)
})
it('makes a folder that can be chosen at once, in the order of the numbers in their names', async () => {
  const { folders, grants, node } = open()
  const made = await folders.create(node, '站点 10')
  const second = await folders.create(node, '站点 9')
  expect([made.name, made.readable]).toEqual(['站点 10', true])
  expect((await folders.list(node)).folders).toEqual([second, made])
  const { grant, label } = await folders.choose(made.node)
  expect([label, grants.resolve(grant)]).toEqual([join(home, '站点 10'), join(home, '站点 10')])
})
it('says when a folder is gone, no folder, or taken', async () => {
  const { folders, grants, node } = open()
  await writeFile(join(home, 'file'), '')
  for (const name of ['gone', 'file']) {
    const there = grants.issue(join(home, name))
    await expect(folders.list(there)).rejects.toMatchObject({ code: 'not-found' })
  }
  await expect(folders.choose(grants.issue(join(home, 'gone')))).rejects.toMatchObject({ code: 'not-found' })
  await expect(folders.create(node, 'file')).rejects.toMatchObject({ code: 'conflict' })
  await expect(folders.create(grants.issue(join(home, 'gone')), 'a')).rejects.toMatchObject({ code: 'not-found' })
})
it.each(['..', '.', 'a/b', 'a\\b', 'a:b', 'a.', 'a ', 'a\0b', 'x?'])('makes no folder named %j', async (name) => {
  const { folders, node } = open()
  await expect(folders.create(node, name)).rejects.toMatchObject({ code: 'invalid' })
  expect((await folders.list(node)).folders).toEqual([])
})
