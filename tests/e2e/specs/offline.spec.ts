import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORDS, remove, type RunningServer, startServer, tempFolder } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { onDisk } from '../outside.ts'
import { Connect } from '../pages/connect.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { serverApi } from '../serverApi.ts'

const test = base.extend<{ team: RunningServer; sync: Sync }>({
  /** A team's server, which no host starts again when it dies. */
  team: async ({}, use) => {
    const data = tempFolder('team')
    const server = await startServer(data)
    await use(server)
    await server.kill()
    remove(data)
  },
  /** Signed in there, with the small template in step. */
  sync: async ({ page, app, team, folder: _made }, use) => {
    await page.goto(app.launchAddress)
    const connect = new Connect(page)
    await connect.fill('团队', team.url)
    await connect.save.click()
    await connect.kept
      .getByRole('button', { name: /使用|登录/ })
      .first()
      .click()
    const login = new Login(page, team.dataDir)
    await login.fill('admin', PASSWORDS.admin)
    await login.submit.click()
    await new Shell(page).expectSignedIn('admin')
    const sync = new Sync(page)
    await sync.connect(SMALL.name, '网站模板')
    await use(sync)
  },
})

test('offline: editing goes on, the queue is visible, and it drains when the server is back', async ({
  sync,
  team,
  folder,
  page,
}) => {
  test.slow()
  await team.kill()
  writeFileSync(join(folder, 'index.html'), '<p>offline edit</p>')
  await expect(sync.state).toContainText('离线', { timeout: 30_000 })
  await expect(page.getByText(/无法连接服务器/).first()).toBeVisible()
  await expect(page.getByText('1 个待同步')).toBeVisible({ timeout: 15_000 })
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>offline edit</p>')

  const back = await startServer(team.dataDir, Number(new URL(team.url).port))
  await sync.expectInStep()
  const remote = await serverApi(team.dataDir, () => back.url)
  await expect.poll(() => remote.read(SMALL.folder, 'index.html')).toBe('<p>offline edit</p>')
  await back.stop()
})
