import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ignoreRules } from '#services/sync/core/ignoreRules.ts'
import { reconcile } from '#services/sync/core/reconcile.ts'
import { type HashHint, scanFolder } from '#services/sync/local/scan.ts'
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

const scan = (root: string, hints: Map<string, HashHint>, believe: boolean) =>
  scanFolder({
    root,
    ignores: ignoreRules(''),
    hints,
    dirtyPaths: believe ? new Set() : 'all',
    settleMs: 0,
  })

/** Plans a sync of an unchanged folder. believe: with the hints of an earlier scan, else every byte is read again. */
const planning = (name: string, peer: string, believe: boolean, peerArgs: string[]): Bench => ({
  name,
  peer,
  async prepare() {
    if ((await run('git', ['--version']).catch(() => null)) === null) return 'git is not here'
    const root = await makeTree()
    const hints = new Map<string, HashHint>()
    const { tree } = await scan(root, hints, false)
    return {
      async ours() {
        const local = (await scan(root, hints, believe)).tree
        const plan = reconcile({ base: tree, local, remote: tree }, ignoreRules(''))
        if (plan.operations.length > 0) throw new Error('the plan of an unchanged folder is not empty')
      },
      peer: async () => void (await run('git', peerArgs, { cwd: root })),
      done: async () => rmSync(root, { recursive: true }),
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
