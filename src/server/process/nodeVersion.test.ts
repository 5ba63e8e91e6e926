import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { nodeRefusal } from './nodeVersion.ts'

it('reports an outdated version of Node in one line', () => {
  expect(nodeRefusal('20.20.2')).toMatch(/^需要 Node 24 .*v20\.20\.2.*nodejs\.org.*npm run server[^\n]*$/)
  expect(nodeRefusal('22.22.0')).not.toBeNull()
  expect(nodeRefusal('24.0.0')).toBeNull()
  expect(nodeRefusal('26.1.0')).toBeNull()
})

it('nothing that an old Node can not load is imported before that', async () => {
  const entry = await readFile(path.join(import.meta.dirname, '../entry.ts'), 'utf8')
  const imports = [...entry.matchAll(/^import .* from '(.+)'/gm)].map(([, from]) => from)
  expect(imports).toEqual(['node:fs', 'node:module', 'node:path', 'node:util', './process/nodeVersion.ts'])
  expect(await readFile(path.join(import.meta.dirname, 'nodeVersion.ts'), 'utf8')).not.toMatch(/^import /m)
  const build = await readFile(path.join(import.meta.dirname, '../../../electron.vite.config.ts'), 'utf8')
  expect(build).toContain("server: 'src/server/entry.ts'")
})
