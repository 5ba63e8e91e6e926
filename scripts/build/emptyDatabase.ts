import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes `empty.db` beside the bundle: the embedded database after all migrations. */
export function emptyDatabase(root: string): Plugin {
  return {
    name: 'sitecraft:empty-database',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return
      execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'emptyDatabase', join(dir, 'empty.db')], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    },
  }
}
