import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('says in one line after npm ci when keytar could not be had, what is used and what brings it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-notice-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'keychainNotice.mjs'), join(folder, 'notice.mjs'))
  const install = async (name: string): Promise<void> => {
    await mkdir(join(folder, 'node_modules', name), { recursive: true })
    await writeFile(join(folder, 'node_modules', name, 'index.js'), '')
  }
  const notice = () => {
    const { stderr, status } = spawnSync(process.execPath, [join(folder, 'notice.mjs')], { encoding: 'utf8' })
    expect(status).toBe(0)
    return stderr
  }
  expect(notice()).toMatch(
    /^keytar 安装失败.*@napi-rs\/keyring 也无法加载，登录状态只留在内存中。安装方法：.*npm ci\n$/,
  )
  await install('@napi-rs/keyring')
  expect(notice()).toMatch(
    /^keytar 安装失败.*改由 @napi-rs\/keyring 保存到系统钥匙串，但不能打包。安装方法：.*npm ci\n$/,
  )
  await install('keytar')
  expect(notice()).toBe('')
})
