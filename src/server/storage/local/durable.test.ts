import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FileFaults } from '#tests/integration/server/harness/fileFaults.ts'
import { moveDurably } from './durable.ts'

/** Two folders of a disk on which no name can be flushed. */
async function twoFolders(): Promise<{ root: string; from: string; to: string }> {
  const root = await mkdtemp(join(tmpdir(), 'sitecraft-moved-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const [from, to] = [join(root, 'a/new'), join(root, 'b/there')]
  for (const folder of ['a', 'b']) await mkdir(join(root, folder))
  await writeFile(from, 'new')
  return { root, from, to }
}
const failFlushes = (root: string): void =>
  onTestFinished(new FileFaults((step) => step.startsWith('sync ')).watch(root))

it('a file whose new name can’t be flushed is where it was', async () => {
  const { root, from, to } = await twoFolders()
  failFlushes(root)
  await expect(moveDurably(from, to)).rejects.toMatchObject({ code: 'EIO' })
  expect(await readFile(from, 'utf8')).toBe('new')
  expect(await readdir(join(root, 'b'))).toEqual([])
})

it('a file that has replaced another stays there: with it, nothing of that name would be left', async () => {
  const { root, from, to } = await twoFolders()
  await writeFile(to, 'old')
  failFlushes(root)
  await expect(moveDurably(from, to)).rejects.toMatchObject({ code: 'EIO' })
  expect(await readFile(to, 'utf8')).toBe('new')
})
