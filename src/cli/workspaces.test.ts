import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Workspace } from '#shared/contract/workspace.ts'
import { chooseWorkspaces } from './workspaces.ts'

it('takes a path inside of a workspace for it, and refuses a name that is not there', async () => {
  const localPath = mkdtempSync(join(tmpdir(), 'sitecraft-cli-'))
  onTestFinished(() => rmSync(localPath, { recursive: true, force: true }))
  mkdirSync(join(localPath, 'css'))
  const workspace = { id: 'w1', folder: 'works', templateName: '作品集', localPath } as Workspace
  const choose = (name: string) => chooseWorkspaces([workspace], { workspace: name, all: false }, localPath)
  for (const name of ['', 'css', '.', join(localPath, 'css'), '作品集', 'works'])
    expect(await choose(name)).toEqual([workspace])
  for (const name of ['nope', 'css/nope', join(localPath, 'nope')])
    expect(await choose(name)).toEqual({ wrong: expect.stringContaining(`工作区“${name}”不存在`) })
})
