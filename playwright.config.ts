import { defineConfig, type Project } from '@playwright/test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPORTS } from './scripts/spec/reports.ts'
import { noElectronReason } from './scripts/start/electron.ts'
import { readSkippedFiles } from './scripts/testing/passed.ts'
import { chromium } from './tests/e2e/chromium.ts'

const electron =
  existsSync(join(import.meta.dirname, 'node_modules/electron/dist')) &&
  !noElectronReason(process.platform, process.env)
// Only the runner speaks; its workers read this file too.
if (!electron && process.env.TEST_WORKER_INDEX === undefined)
  console.log("Electron can't run here: its browser tests are left out.")

const projects: Project[] = [
  {
    name: 'browser-host',
    testDir: 'tests/e2e/specs',
    testMatch: '**/*.spec.ts',
    // `npm test` runs the tests tagged @smoke, the main ways of every area; `npm run test:all` runs every one.
    ...(process.env.SITECRAFT_TESTS === 'main' ? { grep: /@smoke/ } : {}),
    use: {
      browserName: 'chromium',
      launchOptions: chromium,
    },
  },
  ...(electron ? [{ name: 'electron', testDir: 'tests/e2e/electron-only' }] : []),
]

export default defineConfig({
  projects,
  globalSetup: './tests/e2e/seededServer.ts',
  outputDir: 'test-results/e2e',
  testIgnore: readSkippedFiles().map((file) => `**/${file}`),
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  // One more than the processors of a small machine, which wait for servers that start and for pages that settle.
  workers: 3,
  timeout: 120_000,
  // What passes only then is named as unsteady at the end.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: REPORTS.e2e }], ['./scripts/testing/playwrightReporter.ts']],
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
