import react from '@vitejs/plugin-react'
import { defaultExclude, defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/testing/longFirst.ts'
import { readSkippedFiles } from './scripts/testing/passed.ts'
import { LONG_TESTS, SUITE } from './scripts/testing/suite.ts'

// The other shards, and what passed before, of `npm run test:all`.
const notNow = readSkippedFiles()
const brief = process.env.SITECRAFT_TESTS === 'main'

export default defineConfig({
  test: {
    // Not a measure of speed: a machine with a load of 8 and more takes ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the processors of a small machine: what waits for a database or a process leaves them idle.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [...SUITE.node],
          exclude: [...defaultExclude, ...(brief ? LONG_TESTS : []), ...notNow],
          environment: 'node',
          setupFiles: ['tests/setup/node.ts'],
          // One load of the sources for all files of a worker: most of a short file's time went into it.
          isolate: false,
          globalSetup: 'tests/setup/cluster.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'renderer',
          include: [...SUITE.renderer],
          exclude: [...defaultExclude, ...(brief ? LONG_TESTS : []), ...notNow],
          environment: 'jsdom',
          setupFiles: ['tests/setup/node.ts', 'tests/setup/renderer.ts'],
          // One window and one load of React and Fluent for all files of a worker; tests/setup makes it as new for each.
          isolate: false,
        },
      },
    ],
  },
})
