import { AxeBuilder } from '@axe-core/playwright'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportCrash } from '#services/diagnostics/crashes.ts'
import { filesIn } from '#tests/builders/zip.ts'
import { expect, test } from '../fixtures.ts'

test('log, what runs, crash reports and the package are seen before anybody is signed in', async ({ page, app }) => {
  reportCrash(app.dataDir, { process: 'server', error: new Error('disk is full'), version: '0.1.0' }, new Date())
  await page.goto(app.launchAddress)
  await page.getByText('日志与诊断').click()
  const lines = page.getByRole('listbox', { name: '日志记录' })
  await expect(lines.getByRole('option').first()).toBeVisible()
  const line = { level: 50, time: new Date().toISOString(), area: 'sync', msg: 'folder is gone', files: 3 }
  appendFileSync(join(app.dataDir, 'logs', 'host.log'), `${JSON.stringify(line)}\n`)
  await expect(lines.getByRole('option').first()).toContainText('folder is gone')
  await page.getByRole('searchbox', { name: '搜索记录' }).fill('FOLDER is')
  await expect(lines.getByRole('option')).toHaveCount(1)
  await lines.getByRole('option').click()
  await expect(page.getByRole('region', { name: '记录的详细内容' })).toContainText('"files": 3')
  for (const name of ['运行状况', '崩溃报告', '诊断包', '日志']) {
    await page.getByRole('tab', { name, exact: true }).click()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
  }
  await page.getByRole('tab', { name: '崩溃报告' }).click()
  await expect(page.getByText('disk is full')).toBeVisible()
  await page.getByRole('tab', { name: '诊断包' }).click()
  await page.getByRole('button', { name: '收集诊断信息' }).click()
  await page.getByRole('checkbox', { name: '加入诊断包：设置' }).uncheck()
  await page.getByRole('button', { name: /崩溃报告/ }).click()
  await expect(page.getByRole('region', { name: '崩溃报告的内容' })).toContainText('disk is full')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存诊断包' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^站匠诊断包-\d{8}-\d{4}\.zip$/)
  const names = [...filesIn(readFileSync(await saved.path())).keys()]
  expect(names).toContain('log.jsonl')
  expect(names).not.toContain('settings.json')
})
