import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createGrants } from './grants.ts'

it('gives ids that nobody guesses, and knows no other', () => {
  const grants = createGrants()
  const ids = new Set(Array.from({ length: 100 }, () => grants.issue('/home/me/站点')))
  expect(ids.size).toBe(100)
  for (const id of ids) expect([id.length >= 24, grants.resolve(id)]).toEqual([true, '/home/me/站点'])
  for (const id of ['', '/home/me/站点', '__proto__']) expect(() => grants.resolve(id)).toThrow('授权已失效')
  expect(() => createGrants().resolve([...ids][0] ?? '')).toThrow('授权已失效')
})
it('knows a file by the name the user picked it under', () => {
  const grants = createGrants()
  expect(grants.file(grants.issue('/a/b/图.png'))).toEqual({
    path: '/a/b/图.png',
    name: '图.png',
    relativePath: '图.png',
    spooled: false,
  })
  expect(grants.file(grants.issueSpooled('/tmp/x/content', '图.png', '册/图.png'))).toEqual({
    path: '/tmp/x/content',
    name: '图.png',
    relativePath: '册/图.png',
    spooled: true,
  })
})
it('ends with the use of a spooled copy, which goes; the user’s own file stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-grants-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [own, copy] = [join(folder, 'own.css'), join(folder, 'spool', 'content')]
  await mkdir(join(folder, 'spool'))
  for (const path of [own, copy]) await writeFile(path, 'x')
  const grants = createGrants()
  const [mine, spooled] = [grants.issue(own), grants.issueSpooled(copy, 'a.css')]
  for (const id of [mine, spooled, spooled]) await grants.release(id)
  expect(grants.resolve(mine)).toBe(own)
  await access(own)
  expect(() => grants.resolve(spooled)).toThrow('授权已失效')
  await expect(access(join(folder, 'spool'))).rejects.toMatchObject({ code: 'ENOENT' })
})
