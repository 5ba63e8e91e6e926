import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { createLivePreview } from '#services/preview/index.ts'
import type { ApiClient } from '#services/types.ts'
import type { Call } from '../caller.ts'
import { FOLDER, TEMPLATES } from './site.ts'

const SAVES = 40
const MARK = /data-save="[^"]*"/

/** Time from saving a file in a workspace folder until Chromium has painted the page. */
export async function liveReload({ call }: { call: Call }, scratch: string): Promise<string> {
  const root = join(scratch, 'workspace')
  mkdirSync(join(root, 'css'), { recursive: true })
  for (const [path, text] of Object.entries(TEMPLATES)) writeFileSync(join(root, path), text)
  const client = {
    call: async (name: 'templateData.read', input: { folder: string; siteId: number }) => ({
      data: await call(name, input),
    }),
  } as unknown as ApiClient
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const preview = createLivePreview({
    dataDir: join(scratch, 'preview'),
    workspaceOf: async (id) => ({ id, connectionId: 'c', folder: FOLDER, root }),
    clientOf: async () => client,
    addressOf: () => 'http://127.0.0.1:9/',
    log: silent,
  })
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
  try {
    const { href } = await preview.handlers['livePreview.start']({ id: 'w', siteId: 0 })
    const page = await browser.newPage()
    let painted: (save: string) => void = () => undefined
    await page.exposeFunction('painted', (save: string) => painted(save))
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const save = document.querySelector('[data-save]')?.getAttribute('data-save') ?? ''
        requestAnimationFrame(() =>
          setTimeout(() => (window as unknown as { painted(save: string): void }).painted(save)),
        )
      })
    })
    await page.goto(href)
    const file = join(root, 'index.html')
    const text = readFileSync(file, 'utf8')
    const times: number[] = []
    for (let round = 0; round < SAVES; round += 1) {
      const name = `save ${round}`
      const shown = new Promise<void>((done) => (painted = (save) => save === name && done()))
      const mark = `data-save="${name}"`
      const next = MARK.test(text) ? text.replace(MARK, mark) : text.replace('<h2>', `<h2 ${mark}>`)
      const began = performance.now()
      writeFileSync(file, next)
      await shown
      times.push(performance.now() - began)
      // Waits for the follow-up work of a save.
      await sleep(400)
    }
    times.sort((a, b) => a - b)
    const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(0)
    return `live reload, save → painted in Chromium: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${SAVES}`
  } finally {
    await browser.close()
    await preview.close()
  }
}
