import { PASSWORDS, remove, type RunningServer, startServer, tempFolder } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { behindTls, plainServer } from '../otherServers.ts'
import { Connect } from '../pages/connect.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'

const test = base.extend<{ connect: Connect; team: RunningServer }>({
  connect: async ({ page, app }, use) => {
    await page.goto(app.launchAddress)
    await use(new Connect(page))
  },
  /** A server that a team runs elsewhere. */
  team: async ({}, use) => {
    const data = tempFolder('team')
    const server = await startServer(data)
    await use(server)
    await server.stop()
    remove(data)
  },
})

test('connects to an existing server, which is tested before it is kept, and signs in @smoke', async ({
  connect,
  team,
  page,
}) => {
  await connect.fill('集团服务器', team.url)
  await connect.test.click()
  await expect(connect.dialog).toContainText('连接成功')
  await connect.save.click()
  await expect(connect.dialog).toBeHidden()
  await connect.kept
    .getByRole('button', { name: /使用|登录/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  const login = new Login(page, team.dataDir)
  await login.fill('admin', PASSWORDS.admin)
  await login.submit.click()
  await new Shell(page).expectSignedIn('admin')
})

test('a self-signed certificate is refused until its fingerprint is accepted', async ({ connect, team }) => {
  const tls = await behindTls(team.url)
  await connect.fill('自签名', tls.url)
  await connect.test.click()
  await expect(connect.dialog).toContainText('证书不受信任')
  await expect(connect.dialog).toContainText(tls.fingerprint)
  await connect.dialog.getByRole('button', { name: '接受此证书' }).click()
  await expect(connect.dialog).toContainText('连接成功')
  await connect.save.click()
  await expect(connect.kept).toContainText('自签名')
  await tls.close()
})

const wrong: [what: string, answer: Parameters<typeof plainServer>[0], message: RegExp][] = [
  [
    'answers HTML',
    (_request, response) => void response.end('<!doctype html><h1>Welcome</h1>'),
    /服务器返回的不是接口数据/,
  ],
  [
    'answers half of its JSON',
    (_request, response) => void response.end('{"code":200,"data":'),
    /服务器返回的不是接口数据/,
  ],
  ['cuts the connection', (request) => void request.socket.destroy(), /无法连接服务器/],
]
for (const [what, answer, message] of wrong) {
  test(`a server that ${what}: says so, and what was typed stays`, async ({ connect }) => {
    const server = await plainServer(answer)
    await connect.fill('别的网站', server.url)
    await connect.save.click()
    await expect(connect.dialog.getByRole('alert')).toContainText(message)
    await expect(connect.name).toHaveValue('别的网站')
    await expect(connect.url).toHaveValue(server.url)
    await server.close()
  })
}

test('a server that never answers: gives up after ten seconds and says so', async ({ connect }) => {
  const server = await plainServer(() => undefined)
  await connect.fill('很慢', server.url)
  await connect.test.click()
  await expect(connect.dialog.getByRole('alert')).toContainText('在 10 秒内没有响应', { timeout: 15_000 })
  await server.close()
})

test('a server that is down, and a base URL that is none', async ({ connect, page }) => {
  await connect.fill('停机', 'http://127.0.0.1:9/')
  await connect.test.click()
  await expect(connect.dialog.getByRole('alert')).toContainText('拒绝连接')
  await connect.url.fill('cms.example.com')
  await connect.save.click()
  await expect(page.getByText('服务器地址应以 http:// 或 https:// 开头').first()).toBeVisible()
  await expect(connect.url).toHaveValue('cms.example.com')
})
