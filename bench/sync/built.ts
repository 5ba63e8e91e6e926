import { join, resolve } from 'node:path'
import { build } from 'vite'
import { workerUrls } from '#scripts/build/workerUrls.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/bench')

let building: Promise<string> | undefined

/**
 * Builds the bench's host as JavaScript with its threads, like the product's host: from TypeScript sources each thread
 * would first compile them and hold the compiler's memory. Returns the entry.
 */
export function builtHost(): Promise<string> {
  building ??= build({
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
          codeSplitting: { groups: [{ name: 'nurserySize', test: /nurserySize/ }] },
        },
      },
    },
  }).then(() => join(FOLDER, 'host.js'))
  return building
}
