import { execFileSync } from 'node:child_process'
import { join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'

/** Puts `code-cache` beside the bundle: the server compiled by the Node that runs it from this folder. */
export function codeCache(root: string): Plugin {
  return {
    name: 'sitecraft:code-cache',
    apply: 'build',
    writeBundle: {
      order: 'post',
      // The server begins with the empty database, which is made before.
      sequential: true,
      handler({ dir }) {
        // A bundle elsewhere finds no packages, so it can't be started.
        if (!dir || !resolve(root, dir).startsWith(root + sep)) return
        execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'codeCache', dir], {
          cwd: root,
          stdio: ['ignore', 'inherit', 'inherit'],
        })
      },
    },
  }
}
