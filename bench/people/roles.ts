import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { chromium, type Page } from '@playwright/test'
import { can, canSeeMenu, type Authority } from '#shared/domain/permissions.ts'
import { PERMISSION_NAMES } from '#shared/domain/permissionNames.ts'
import { remove, startApp, tempFolder } from '#tests/e2e/app.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'
import { serverApi } from '#tests/e2e/serverApi.ts'

const SITES = 20
const COLUMNS = 300
const GRANTS = 2000
const ROUNDS = 5
const FIRST_ID = 200_000
const GROUP = '三百栏目组'

/** Adds twenty sites of 300 columns, each with every permission, and a group with all these grants. */
function fill(file: string): void {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  const setting = JSON.stringify(PERMISSION_NAMES.map(({ id }) => id))
  const copy = (table: string, where: string) => {
    const { id: _id, ...model } = db.prepare(`select * from ${table} where ${where} limit 1`).get() ?? {}
    const names = ['id', ...Object.keys(model)]
    const insert = db.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
    )
    return (row: Record<string, unknown>) =>
      insert.run(...names.map((name) => ({ ...model, ...row })[name] as string | number))
  }
  db.exec('begin')
  const site = copy('site', 'id = 1')
  const column = copy('site_column', '"siteId" = 1')
  const role = db.prepare('insert into role (title, "parentId", "createTime") values (?, 1, 0) returning id').get(GROUP)
  const grant = db.prepare('insert into role_grant ("roleId", "siteId", "menuId", settings) values (?, ?, ?, ?)')
  for (let at = 0; at < SITES; at++) {
    const siteId = 100 + at
    site({ id: siteId, title: `分站 ${at}`, symbol: `bench${at}` })
    for (let each = 0; each < COLUMNS; each++) {
      const id = FIRST_ID + at * COLUMNS + each
      const parentId = each < 20 ? 0 : FIRST_ID + at * COLUMNS + (each % 20)
      column({ id, siteId, parentId, title: `栏目 ${each}`, identifies: '', code: '', setting, showManage: 1 })
      grant.run(Number(role?.id), siteId, id, setting)
    }
  }
  db.exec('commit')
  db.close()
}

/** The expected state of the page: a text in an element, or a checkbox that is ticked or not. */
interface ExpectedState {
  selector: string
  text?: string
  checked?: boolean
}

/** Time from a click until the expected state is painted, ms. */
async function clickToPaint(page: Page, press: () => Promise<void>, expected: ExpectedState): Promise<number> {
  await page.evaluate(({ selector, text = '', checked }) => {
    const pageGlobals = globalThis as unknown as { done: Promise<number> }
    const isThere = (): boolean => {
      const found = document.querySelector(selector)
      if (found instanceof HTMLInputElement) return found.checked === checked
      return found?.textContent.includes(text) ?? false
    }
    pageGlobals.done = new Promise((resolve) => {
      let began = 0
      addEventListener('click', () => (began = performance.now()), { capture: true, once: true })
      const poll = (): void => {
        if (began > 0 && isThere()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
        else requestAnimationFrame(poll)
      }
      poll()
    })
  }, expected)
  await press()
  return page.evaluate(() => (globalThis as unknown as { done: Promise<number> }).done)
}

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
const report = (what: string, times: readonly number[], limit: number): void =>
  console.log(
    `${what}: ${median(times).toFixed(1)} ms (limit ${limit} ms; ${times.map((ms) => ms.toFixed(0)).join(' ')})`,
  )

/** Cost of a permission check with this number of grants, in ms. */
function check(): number {
  const who: Authority = {
    groupId: 7,
    siteItemDTOList: Array.from({ length: 10 }, (_site, at) => ({
      siteId: at,
      menuItemDTOList: Array.from({ length: GRANTS / 10 }, (_menu, each) => ({
        menuId: at * 1000 + each,
        settingList: PERMISSION_NAMES.map(({ id }) => id),
      })),
    })),
  }
  const times = 5000
  const began = performance.now()
  let granted = 0
  for (let at = 0; at < times; at++)
    if (canSeeMenu(who, 9199) && can(who, { siteId: 9, menuId: 9199, code: 1122 })) granted++
  if (granted !== times) throw new Error('the last grant was not found')
  return (performance.now() - began) / times
}

/** The role dialog with 300 columns × 20 sites, through host and server, in Chromium. Needs `npm run build`. */
export async function roles(): Promise<void> {
  const dataDir = tempFolder('bench')
  const app = await startApp(dataDir)
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.launchAddress)
    const shell = new Shell(page)
    await shell.useBuiltin()
    fill(join(dataDir, 'server/sitecraft.db'))
    await shell.open('用户组')
    const [opens, tabs, ticks, saves]: [number[], number[], number[], number[]] = [[], [], [], []]
    const selector = '[role=dialog] [role=treegrid]'
    for (let round = 0; round < ROUNDS; round++) {
      const edit = page.getByRole('button', { name: `编辑 ${GROUP}` })
      opens.push(await clickToPaint(page, () => edit.click(), { selector, text: '我的' }))
      const tab = page.getByRole('tab', { name: `分站 ${round}` }).first()
      tabs.push(await clickToPaint(page, () => tab.click(), { selector, text: '栏目 20' }))
      const box = page.getByRole('checkbox', { name: '编辑 栏目 20', exact: true })
      ticks.push(
        await clickToPaint(page, () => box.click(), { selector: '[aria-label="编辑 栏目 20"]', checked: false }),
      )
      const group = page.getByRole('checkbox', { name: '栏目 0', exact: true })
      ticks.push(await clickToPaint(page, () => group.click(), { selector: '[aria-label="栏目 0"]', checked: false }))
      await page.getByRole('button', { name: '取消', exact: true }).click()
      await page.getByRole('button', { name: '放弃修改' }).click()
      await edit.waitFor()
    }
    const api = await serverApi(join(dataDir, 'server'), app.serverUrl)
    const { data } = await api.post('api/cebest-cms/role/page', { page: 1, size: 1000 })
    const { id } = (data as { content: { id: number; name: string }[] }).content.find(({ name }) => name === GROUP) ?? {
      id: 0,
    }
    for (let round = 0; round < ROUNDS; round++) {
      const settingList = round % 2 === 0 ? [1101, 1102] : PERMISSION_NAMES.map((each) => each.id)
      const authority = Array.from({ length: SITES }, (_site, at) => ({
        siteId: 100 + at,
        menuItemDTOList: Array.from({ length: COLUMNS }, (_menu, each) => ({
          menuId: FIRST_ID + at * COLUMNS + each,
          settingList,
        })),
      }))
      const began = performance.now()
      const { code, msg } = await api.post('api/cebest-cms/role/save', { id, name: GROUP, authority })
      if (code !== 200) throw new Error(msg)
      saves.push(performance.now() - began)
    }
    console.log(`role dialog, ${COLUMNS} columns × ${PERMISSION_NAMES.length} permissions × ${SITES} sites`)
    report('opening it', opens, 500)
    report('opening a site in it', tabs, 500)
    report('a tick', ticks, 50)
    report(`saving all ${COLUMNS * SITES} columns`, saves, 1000)
    console.log(`a permission check with ${GRANTS} grants: ${check().toFixed(4)} ms (limit 0.2 ms)`)
  } finally {
    await browser.close()
    await app.stop()
    remove(dataDir)
  }
}
