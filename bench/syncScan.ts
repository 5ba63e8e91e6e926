import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createIgnoreRules } from '#services/sync/core/ignoreRules.ts'
import { createSyncTrees } from '#services/sync/core/syncTrees.ts'
import { reconcile } from '#services/sync/core/reconcile.ts'
import { LocalTree } from '#services/sync/local/localTree.ts'
import type { Bench } from './measure.ts'

const run = promisify(execFile)
const FILES = 2000
const BYTES = 8192

/** 2,000 files of 8 kB in 40 folders, also as a git repository. */
async function makeTree(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'sitecraft-bench-'))
  for (let i = 0; i < FILES; i++) {
    const folder = join(root, `part-${i % 40}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `page-${i}.html`), `<p>${i}</p>`.padEnd(BYTES, ' x'))
  }
  await run('git', ['init', '-q'], { cwd: root })
  await run('git', ['add', '.'], { cwd: root })
  return root
}

/**
 * Plans a sync of an unchanged folder. trustTimes: files with unchanged times are not read, otherwise every byte is
 * read again.
 */
const planning = (name: string, peer: string, trustTimes: boolean, peerArgs: string[]): Bench => ({
  name,
  peer,
  async prepare() {
    if ((await run('git', ['--version']).catch(() => null)) === null) return 'git is not installed'
    const root = await makeTree()
    const trees = createSyncTrees()
    const local = new LocalTree({ root, trees, settleMs: 0 })
    const { signal } = new AbortController()
    await local.scan(signal)
    for (const [path, entry] of trees.copyTree('local')) {
      trees.set('base', path, entry)
      trees.set('remote', path, entry)
    }
    return {
      async ours() {
        local.requestFullScan(!trustTimes)
        await local.scan(signal)
        const plan = reconcile(trees.openSides(), createIgnoreRules(''))
        if (plan.operations.length > 0) throw new Error('the plan of an unchanged folder is not empty')
      },
      peer: async () => void (await run('git', peerArgs, { cwd: root })),
      cleanUp: async () => rmSync(root, { recursive: true }),
    }
  },
})

export const syncScan: Bench[] = [
  planning(`plan a sync, ${FILES} unchanged files, known times`, 'git status', true, ['status', '--porcelain']),
  planning(`plan a sync, ${FILES} files, every byte read`, 'git add (renormalize)', false, [
    'add',
    '--renormalize',
    '.',
  ]),
]
