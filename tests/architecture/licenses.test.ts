import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('the installers carry libvips’ notice, its licences and the list of what it is made of', async () => {
  const builder = await readFile(join(root, 'electron-builder.yml'), 'utf8')
  const extra = /^extraResources:\n((?: .*\n|#.*\n)+)/m.exec(builder)?.[1] ?? ''
  expect(extra).toMatch(/from: resources\/licenses\n\s+to: licenses/)
  expect(extra).toMatch(
    /from: node_modules\/@img\n\s+to: licenses\n\s+filter: \[.*sharp-\{libvips-\*,wasm32\}\/\{README\.md/,
  )
  expect(await readFile(join(root, 'resources/licenses/LGPL-3.0.txt'), 'utf8')).toMatch(/LESSER GENERAL PUBLIC LICENSE/)
  expect(await readFile(join(root, 'resources/licenses/GPL-3.0.txt'), 'utf8')).toMatch(/GNU GENERAL PUBLIC LICENSE/)
  expect(await readFile(join(root, 'resources/licenses/libvips.txt'), 'utf8')).toContain('LGPL-3.0.txt')
  const packages = (await readdir(join(root, 'node_modules/@img'))).filter((name) =>
    /^sharp-(libvips-|wasm32$)/.test(name),
  )
  expect(packages).not.toEqual([])
  for (const name of packages) await access(join(root, 'node_modules/@img', name, 'README.md'))
})
