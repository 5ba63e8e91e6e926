import { join, resolve } from 'node:path'
import { build } from 'vite'
import { workerUrls } from '#scripts/build/workerUrls.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/bench')

let made: Promise<string> | undefined

/**
 * The bench's host as JavaScript with its threads, as the product's host is: from its sources each thread first makes
 * JavaScript of them, and holds what that needs. Answers the entry.
 */
export function builtHost(): Promise<string> {
  made ??= build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [workerUrls()],
    build: {
      ssr: true,
      outDir: FOLDER,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: { host: join(import.meta.dirname, 'host.ts') },
        output: {
          entryFileNames: '[name].js',
          codeSplitting: { groups: [{ name: 'youngHeap', test: /youngHeap/ }] },
        },
      },
    },
  }).then(() => join(FOLDER, 'host.js'))
  return made
}
