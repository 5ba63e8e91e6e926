import react from '@vitejs/plugin-react'
import { defaultExclude, defineConfig } from 'vitest/config'

/** The same faults again and again, for minutes, and the packed program: left out of `npm test`, part of `npm run test:all`. */
const LONG = [
  'tests/integration/sync/{bulk,kill,serverDown}.test.ts',
  'tests/integration/host/{kill,backend}.test.ts',
  'tests/integration/host/uploads/{faults,kill,killBoth}.test.ts',
  'tests/integration/server/{process,uploadKill,contentKill,killedJob,uploadMemory,templateWriters}.test.ts',
  'tests/integration/electron/{packaging,preload}.test.ts',
]
const brief = process.env.SITECRAFT_TESTS === 'main'

export default defineConfig({
  test: {
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'test-results/vitest.json' }]] : ['default'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            'src/{shared,engine,server,main,preload}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
            'tests/integration/**/*.test.ts',
          ],
          exclude: [...defaultExclude, ...(brief ? LONG : [])],
          environment: 'node',
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
          include: ['src/renderer/**/*.test.{ts,tsx}', 'tests/setup/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['tests/setup/renderer.ts'],
          // One window and one load of React and Fluent for all files of a worker; tests/setup makes it as new for each.
          isolate: false,
        },
      },
    ],
  },
})
