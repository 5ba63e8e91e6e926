import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Set by `npm test` once the build is as new as the sources. */
export const BUILT = 'SITECRAFT_TESTS_BUILT'
const isBuilt = process.env[BUILT] === '1'

/**
 * What tests start as processes of their own: the built programs within `npm test`, which start in half the time and are what
 * users get; from source where one test is run by itself, without a build.
 */
export const ENTRIES = {
  server: resolve(ROOT, isBuilt ? 'out/main/server.js' : 'src/server/start.ts'),
  host: resolve(ROOT, isBuilt ? 'out/main/browserHost.js' : 'src/main/browserHost/entry.ts'),
  cli: resolve(ROOT, isBuilt ? 'out/main/cli.js' : 'src/cli/index.ts'),
} as const
