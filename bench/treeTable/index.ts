import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { type Browser, chromium } from 'playwright'
import { build, preview } from 'vite'
import type { Timings } from './stage.ts'

const HERE = import.meta.dirname
const PEERS = join(HERE, 'peers')
const ROUNDS = 5
const NAMES = ['ours', 'agGrid', 'antd', 'elTable'] as const
type Name = (typeof NAMES)[number]
type Round = Timings & { typingLongest: number }

const TITLES: Record<Name, string> = {
  ours: 'TreeTable',
  agGrid: 'AG Grid',
  antd: 'antd virtual Table',
  elTable: 'el-table (1,000 rows)',
}
const MEASURES = ['mount', 'collapseAll', 'expandAll', 'scrollTotal', 'scrollLongest', 'typingLongest'] as const

/** Debian's Chromium if it is installed, else Playwright's. */
const executablePath = ['/usr/bin/chromium'].find((path) => existsSync(path))

async function installPeers(): Promise<void> {
  if (existsSync(join(PEERS, 'node_modules'))) return
  console.log('installing the peers…')
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS })
}

async function buildPages(outDir: string): Promise<void> {
  await build({
    root: HERE,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      chunkSizeWarningLimit: 5000,
      rolldownOptions: { input: NAMES.map((name) => join(HERE, `${name}.html`)) },
    },
  })
}

async function measure(browser: Browser, url: string): Promise<Round> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(url)
    await page.waitForFunction('window.measure')
    const timings = await page.evaluate(() => window.measure())
    await page.evaluate(() => window.typing.start())
    await page.keyboard.type('1234567', { delay: 40 })
    const typingLongest = await page.evaluate(() => window.typing.stop())
    if (errors.length > 0) throw new Error(errors.join('\n'))
    return { ...timings, typingLongest }
  } finally {
    await page.close()
  }
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

function report(rounds: Record<Name, Round[]>): void {
  const medianOf = (name: Name, what: keyof Round): number => median(rounds[name].map((round) => round[what]))
  console.log('medians in ms; the ratio is to AG Grid (below 1: we are faster)')
  for (const what of MEASURES) {
    const cells = NAMES.map((name) => `${TITLES[name]} ${medianOf(name, what).toFixed(0)}`)
    console.log(
      `  ${what}: ${cells.join(', ')}; ratio ${(medianOf('ours', what) / medianOf('agGrid', what)).toFixed(2)}`,
    )
  }
  const dropped = NAMES.map((name) => `${TITLES[name]} ${medianOf(name, 'droppedFrames')}`)
  console.log(`  frames over 50 ms while scrolling: ${dropped.join(', ')}`)
}

/**
 * Compares the tree table with others, with the same 10,000 rows in one browser: mounting, collapsing and expanding
 * everything, a scripted scroll, typing a sort value. Missing peers are installed in the folder `peers`.
 */
export async function treeTable(count = ROUNDS): Promise<void> {
  await installPeers()
  const out = mkdtempSync(join(tmpdir(), 'sitecraft-bench-'))
  await buildPages(out)
  const server = await preview({
    root: HERE,
    configFile: false,
    build: { outDir: out },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const [base = ''] = server.resolvedUrls?.local ?? []
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const rounds: Record<Name, Round[]> = { ours: [], agGrid: [], antd: [], elTable: [] }
  try {
    // In turns, so that other load on the machine affects all equally. The first round is a warm-up.
    for (let round = 0; round <= count; round++) {
      for (const name of NAMES) {
        const measured = await measure(browser, `${base}${name}.html`)
        if (round > 0) rounds[name].push(measured)
      }
    }
  } finally {
    await browser.close()
    await server.close()
    rmSync(out, { recursive: true })
  }
  report(rounds)
}
