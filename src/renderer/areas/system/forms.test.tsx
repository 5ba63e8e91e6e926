import { describe } from 'vitest'
import type { Webhook } from '#shared/contract/webhook.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { TokenDialog } from './apiToken/TokenDialog.tsx'
import { RulesDialog as BackupRulesDialog } from './backup/RulesDialog.tsx'
import { RulesDialog as LogRulesDialog } from './log/RulesDialog.tsx'
import { HookDialog } from './webhook/HookDialog.tsx'

const close = (): void => {}
const sites = (host: FakeBridge): FakeBridge =>
  host
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('column.getTree', () => [aColumn(201, '新闻'), aColumn(202, '产品')])

/** Which of the events are ticked. */
const EVENTS = [
  '新增内容',
  '保存内容',
  '发布内容',
  '取消发布',
  '删除内容',
  '新增站点',
  '修改站点',
  '开启站点',
  '关闭站点',
  '删除站点',
  '还原站点',
  '静态生成完成',
  '静态生成失败',
]
const events = (...ticked: string[]) => Object.fromEntries(EVENTS.map((title) => [title, ticked.includes(title)]))

describe('other programs', () => {
  const hook: Webhook = {
    id: 6,
    name: '前端缓存',
    url: 'https://hook.example.com/',
    events: ['content.published', 'site.removed'],
    siteIds: [2],
    isOn: true,
    offReason: '',
    createBy: '',
    lastDate: '',
    lastOk: true,
    version: 4,
    changedBy: '',
    changedAt: '',
  }
  sendsWhatItShows({
    form: 'areas/system/webhook/HookDialog.tsx',
    ui: <HookDialog hook={hook} onClose={close} onSecret={close} />,
    host: sites,
    shows: {
      名称: '前端缓存',
      接收地址: 'https://hook.example.com/',
      ...events('发布内容', '删除站点'),
      站点: ['新站'],
      启用: true,
      更换签名密钥: false,
    },
    operation: 'webhook.save',
    sends: {
      id: 6,
      name: '前端缓存',
      url: 'https://hook.example.com/',
      events: ['content.published', 'site.removed'],
      siteIds: [2],
      isOn: true,
      renewSecret: false,
      version: 4,
    },
  })
  sendsWhatItShows({
    form: 'areas/system/webhook/HookDialog.tsx',
    title: 'with other values',
    ui: <HookDialog hook={hook} onClose={close} onSecret={close} />,
    host: sites,
    fill: {
      接收地址: 'http://other.example.com/',
      ...events('新增内容', '静态生成失败'),
      站点: ['集团官网'],
      启用: false,
      更换签名密钥: true,
    },
    operation: 'webhook.save',
    sends: {
      id: 6,
      name: '名称',
      url: 'http://other.example.com/',
      events: ['content.created', 'build.failed'],
      siteIds: [2, 1],
      isOn: false,
      renewSecret: true,
      version: 4,
    },
  })
  sendsWhatItShows({
    form: 'areas/system/apiToken/TokenDialog.tsx',
    ui: <TokenDialog onClose={close} onCreated={close} />,
    host: sites,
    fill: {
      读取内容: true,
      新增和修改内容: false,
      发布和取消发布内容: true,
      删除内容: false,
      读取栏目和字段: false,
      读取标签和字典: false,
      生成静态页面: false,
      读取模板文件: false,
      修改模板文件: true,
      上传文件: false,
      读取已发布的内容: false,
      站点: ['新站'],
      栏目: ['产品'],
    },
    operation: 'apiToken.create',
    sends: {
      name: '名称',
      scopes: ['content.read', 'content.publish', 'template.write'],
      siteIds: [2],
      columnIds: [202],
      addresses: [],
      expireDate: '2031-01-15 07:08:16',
    },
  })
})

describe('rules', () => {
  sendsWhatItShows({
    form: 'areas/system/log/RulesDialog.tsx',
    ui: <LogRulesDialog onClose={close} />,
    host: (host) => host.on('log.rules', () => ({ keepDays: 400 })),
    shows: { 日志保留天数: '400' },
    fill: { 日志保留天数: '500' },
    operation: 'log.saveRules',
    sends: { keepDays: 500 },
  })
  const rules = { isOn: true, every: 'week' as const, weekday: 3, time: '04:30', keep: 9 }
  sendsWhatItShows({
    form: 'areas/system/backup/RulesDialog.tsx',
    ui: <BackupRulesDialog rules={rules} onClose={close} />,
    shows: { 定时备份: true, 周期: '每周', 星期: '星期三', 时间: '04:30', 保留份数: '9' },
    operation: 'backup.saveRules',
    sends: rules,
  })
  sendsWhatItShows({
    form: 'areas/system/backup/RulesDialog.tsx',
    title: 'with other values',
    ui: <BackupRulesDialog rules={rules} onClose={close} />,
    fill: { 星期: '星期五', 时间: '05:40' },
    operation: 'backup.saveRules',
    sends: { isOn: false, every: 'day', weekday: 5, time: '05:40', keep: 6 },
  })
})
