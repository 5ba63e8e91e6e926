import { execFileSync } from 'node:child_process'
import { join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'

/** Writes `code-cache` beside the bundle: the server compiled by the current Node in this folder. */
export function codeCache(root: string): Plugin {
  return {
    name: 'sitecraft:code-cache',
    apply: 'build',
    writeBundle: {
      order: 'post',
      // The server starts from the empty database, which must exist before.
      sequential: true,
      handler({ dir }) {
        // A bundle outside of the project finds no packages and cannot start.
        if (!dir || !resolve(root, dir).startsWith(root + sep)) return
        execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'codeCache', dir], {
          cwd: root,
          stdio: ['ignore', 'inherit', 'inherit'],
        })
      },
    },
  }
}
