import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEditors } from './editors.ts'

let bin: string
beforeAll(async () => {
  bin = await mkdtemp(join(tmpdir(), 'sitecraft-editors-'))
})
afterAll(() => rm(bin, { recursive: true }))

test.skipIf(process.platform === 'win32')(
  'finds an editor by its command and gives it the path as one argument',
  async () => {
    await writeFile(join(bin, 'code'), `#!/bin/sh\nprintf '%s' "$1" > '${join(bin, 'opened')}'\n`)
    await writeFile(join(bin, 'subl'), 'no program')
    await chmod(join(bin, 'code'), 0o755)
    await chmod(join(bin, 'subl'), 0o644)
    const editors = createEditors('linux', { PATH: bin })
    expect(await editors.list()).toEqual([{ id: 'vscode', title: 'VS Code' }])
    const odd = '/tmp/a b; $(touch x) "c"'
    await editors.open('vscode', odd)
    await vi.waitFor(async () => expect(await readFile(join(bin, 'opened'), 'utf8')).toBe(odd))
  },
)

test('starts nothing but what it knows', async () => {
  const editors = createEditors('linux', { PATH: '/bin:/usr/bin' })
  for (const id of ['sh', '/bin/sh', '', '../bin/sh']) {
    await expect(editors.open(id, '/tmp')).rejects.toMatchObject({ code: 'not-found' })
  }
})
