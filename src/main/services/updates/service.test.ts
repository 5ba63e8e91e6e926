import { expect, it, onTestFinished } from 'vitest'
import type { UpdateState } from '#shared/contract/update.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSettings } from '#tests/builders/settings.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import type { FoundUpdate, Updater } from '../ports.ts'
import { UpdateService } from './service.ts'

const NEWER: FoundUpdate = { version: '1.1.0', notes: '修好了两处错误' }

function desk(
  change: Partial<Updater> = {},
  kept: { updateMode?: 'auto' | 'ask' | 'off' } = {},
  starts: { bad: string[]; returnedFrom: string } | null = null,
) {
  const installed: { restart: boolean }[] = []
  const told: UpdateState[] = []
  const work: string[] = []
  const asked: string[] = []
  const updater: Updater = {
    unsupported: () => '',
    look: async (channel, address) => {
      asked.push(`${channel} ${address}`)
      return NEWER
    },
    download: async (onProgress) => {
      onProgress(0.5)
      return { hasWayBack: true }
    },
    install: (options) => void installed.push(options),
    ...change,
  }
  const updates = new UpdateService({
    updater,
    version: '1.0.0',
    address: 'https://updates.company.example/',
    starts,
    settings: {
      get: async () => aSettings(kept),
      set: async () => aSettings(kept),
    },
    busy: async () => [...work],
    now: () => Date.now(),
    emit: (_event, payload) => void told.push(payload as UpdateState),
    log: memoryLog(),
    timing: { busy: 5 },
  })
  onTestFinished(() => updates.close())
  const { handlers } = updates
  return {
    updates,
    installed,
    told,
    work,
    asked,
    state: () => handlers['update.state']({}),
    look: () => handlers['update.look']({}),
    download: () => handlers['update.download']({}),
    install: () => handlers['update.install']({}),
  }
}
it('what is found is fetched by itself and installed when the program ends', async () => {
  const { look, updates, installed, told, asked } = desk()
  expect(await look()).toMatchObject({ phase: 'ready', version: '1.1.0', notes: NEWER.notes, percent: 100 })
  expect(asked).toEqual(['latest https://updates.company.example/'])
  expect(told.map(({ phase }) => phase)).toEqual(['looking', 'available', 'downloading', 'downloading', 'ready'])
  await updates.quitting()
  expect(installed).toEqual([{ restart: false }])
})

it('in the mode `ask` is downloaded on request and not installed when the program exits', async () => {
  const { look, download, updates, installed } = desk({}, { updateMode: 'ask' })
  expect(await look()).toMatchObject({ phase: 'available', version: '1.1.0' })
  expect(await download()).toMatchObject({ phase: 'ready' })
  await updates.quitting()
  expect(installed).toEqual([])
})

it('switched off asks nobody', async () => {
  const { look, asked } = desk({}, { updateMode: 'off' })
  expect(await look()).toMatchObject({ phase: 'idle', version: '', lookedAt: 0 })
  expect(asked).toEqual([])
})

it('never begins while work goes on: it waits, says for what, and begins by itself afterwards', async () => {
  const { look, install, state, work, installed } = desk()
  await look()
  work.push('正在上传的文件')
  expect(await install()).toMatchObject({ phase: 'waiting', waitsFor: ['正在上传的文件'] })
  work.push('未保存的内容：新闻一')
  await expect.poll(async () => (await state()).waitsFor).toEqual(['正在上传的文件', '未保存的内容：新闻一'])
  expect(installed).toEqual([])
  work.length = 0
  await expect.poll(() => installed).toEqual([{ restart: true }])
})

it('what failed says what to do, and is tried again by a look', async () => {
  let isDown = true
  const { look, download, install } = desk({
    look: async () => {
      if (isDown) throw new AppError('no-response', '连接不到更新服务器，请检查网络后重试')
      return NEWER
    },
  })
  expect(await look()).toMatchObject({ phase: 'failed', message: '连接不到更新服务器，请检查网络后重试' })
  await expect(install()).rejects.toMatchObject({ code: 'invalid' })
  expect(await download()).toMatchObject({ phase: 'failed', message: expect.stringContaining('请先检查更新') })
  isDown = false
  expect(await look()).toMatchObject({ phase: 'ready', message: '' })
})

it('two looks at once are one', async () => {
  const { look, asked } = desk()
  await Promise.all([look(), look()])
  expect(asked).toHaveLength(1)
})

it('where nothing can be updated the reason stands, and no look changes it', async () => {
  const { state, look, asked } = desk({ unsupported: () => '开发环境中运行，不检查更新' })
  expect(await state()).toMatchObject({ phase: 'unsupported', message: '开发环境中运行，不检查更新', current: '1.0.0' })
  await look()
  expect(await state()).toMatchObject({ phase: 'unsupported', message: '开发环境中运行，不检查更新' })
  expect(asked).toEqual([])
})

it('a version that did not start is not offered again, a later one is', async () => {
  let version = '1.1.0'
  const { look, state } = desk(
    { look: async () => ({ ...NEWER, version }) },
    {},
    { bad: ['1.1.0'], returnedFrom: '1.1.0' },
  )
  expect(await state()).toMatchObject({ phase: 'idle', returnedFrom: '1.1.0' })
  expect(await look()).toMatchObject({ phase: 'idle', version: '', notes: '', returnedFrom: '1.1.0' })
  version = '1.1.1'
  expect(await look()).toMatchObject({ phase: 'ready', version: '1.1.1' })
})
