import { describe } from 'vitest'
import { aRole } from '#tests/builders/role.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { NoticePreferences } from '../profile/NoticePreferences.tsx'
import { RulesForm } from './RulesForm.tsx'
import { SystemMessagesTab } from './SystemMessagesTab.tsx'

describe('security', () => {
  const rules = {
    minLength: 11,
    minClasses: 2,
    historyCount: 3,
    maxAgeDays: 90,
    refuseCommon: true,
    lockFailures: 6,
    lockMinutes: 15,
    idleMinutes: 30,
    maxHours: 24,
    singleSession: false,
    bindAddress: true,
    logDays: 200,
    selfRegister: true,
    registerGroupId: 3,
    ownGroupsOnly: false,
    groups: [{ groupId: 6, addresses: ['10.0.0.0/8'], secondFactor: true }],
    version: 5,
  }
  const ui = <RulesForm settings={{ ...rules, changedBy: '', changedAt: '' }} readOnly={false} />
  const host = (fake: FakeBridge): FakeBridge =>
    fake.on('role.page', () => pageOf([aRole(3, '新闻组'), aRole(6, '产品组')]))
  sendsWhatItShows({
    form: 'areas/people/security/RulesForm.tsx',
    ui,
    host,
    shows: {
      密码最短长度: '11',
      至少包含的字符种类: '2',
      不能与最近几次使用的密码相同: '3',
      密码有效期: '90',
      拒绝常见密码: true,
      连续失败几次后锁定: '6',
      锁定时长: '15',
      无操作多久后退出: '30',
      一次登录最长: '24',
      同一账号只能在一处登录: false,
      更换网络后退出登录: true,
      开放注册: true,
      注册后的用户组: '新闻组',
      必须使用两步验证: true,
      允许登录的地址: '10.0.0.0/8',
      添加用户组: '添加用户组',
      只能选择本用户组和下级用户组的人员: false,
      登录日志保留: '200',
    },
    operation: 'security.saveSettings',
    sends: rules,
  })
  sendsWhatItShows({
    form: 'areas/people/security/RulesForm.tsx',
    title: 'with other values',
    ui,
    host,
    fill: {
      至少包含的字符种类: '4',
      不能与最近几次使用的密码相同: '5',
      拒绝常见密码: false,
      同一账号只能在一处登录: true,
      更换网络后退出登录: true,
      开放注册: false,
      注册后的用户组: '产品组',
      只能选择本用户组和下级用户组的人员: false,
      无操作多久后退出: '40',
      登录日志保留: '300',
      添加用户组: '新闻组',
      必须使用两步验证: false,
      允许登录的地址: '10.1.0.0/16',
      '产品组：必须使用两步验证': false,
      '产品组：允许登录的地址': '10.1.0.0/16',
      '新闻组：必须使用两步验证': true,
      '新闻组：允许登录的地址': '192.168.0.0/16',
    },
    operation: 'security.saveSettings',
    sends: {
      minLength: 1,
      minClasses: 4,
      historyCount: 5,
      maxAgeDays: 4,
      refuseCommon: false,
      lockFailures: 6,
      lockMinutes: 7,
      idleMinutes: 40,
      maxHours: 9,
      singleSession: true,
      bindAddress: true,
      logDays: 300,
      selfRegister: false,
      registerGroupId: 6,
      ownGroupsOnly: false,
      groups: [
        { groupId: 6, addresses: ['10.1.0.0/16'], secondFactor: false },
        { groupId: 3, addresses: ['192.168.0.0/16'], secondFactor: true },
      ],
      version: 5,
    },
  })

  const settings = {
    codeChannelId: 1,
    codeTemplateId: 12,
    emailChannelId: 22,
    noticeChannelId: 2,
    noticeTemplateId: 11,
    version: 4,
  }
  const named = (id: number, title: string) => ({ id, siteId: 1, title })
  const messages = (fake: FakeBridge): FakeBridge =>
    fake.on('systemMessage.settings', () => ({
      ...settings,
      changedBy: '',
      changedAt: '',
      problem: '',
      channels: [named(1, '阿里云'), named(2, '腾讯云')],
      templates: [
        { ...named(11, '通知'), content: '{1}' },
        { ...named(12, '验证码'), content: '{2}' },
      ],
      emails: [named(21, 'news@example.com'), named(22, 'code@example.com')],
    }))
  sendsWhatItShows({
    form: 'areas/people/security/SystemMessagesTab.tsx',
    ui: <SystemMessagesTab />,
    host: messages,
    shows: {
      验证码短信通道: '阿里云',
      验证码模板: '验证码',
      发件邮箱: 'code@example.com',
      通知短信通道: '腾讯云',
      通知模板: '通知',
    },
    operation: 'systemMessage.save',
    sends: settings,
  })
  sendsWhatItShows({
    form: 'areas/people/security/SystemMessagesTab.tsx',
    title: 'with other values',
    ui: <SystemMessagesTab />,
    host: messages,
    fill: {
      验证码短信通道: '腾讯云',
      验证码模板: '通知',
      发件邮箱: 'news@example.com',
      通知短信通道: '阿里云',
      通知模板: '验证码',
    },
    operation: 'systemMessage.save',
    sends: {
      codeChannelId: 2,
      codeTemplateId: 11,
      emailChannelId: 21,
      noticeChannelId: 1,
      noticeTemplateId: 12,
      version: 4,
    },
  })
  sendsWhatItShows({
    form: 'areas/people/profile/NoticePreferences.tsx',
    ui: <NoticePreferences />,
    host: (fake) =>
      fake.on('noticeWish.read', () => ({
        email: ['content', 'signIn'],
        sms: ['message', 'signIn'],
        ways: { email: { isOpen: true, address: 'a@example.com' }, sms: { isOpen: true, address: '13800000001' } },
      })),
    shows: {
      '邮件：审批': false,
      '邮件：内容': true,
      '邮件：站内信、文件和站点信箱': false,
      '邮件：新设备登录': true,
      '短信：审批': false,
      '短信：内容': false,
      '短信：站内信、文件和站点信箱': true,
      '短信：新设备登录': true,
    },
    fill: { '邮件：审批': true, '邮件：新设备登录': true, '短信：审批': false },
    operation: 'noticeWish.save',
    sends: { email: ['approval', 'message', 'signIn'], sms: ['content'] },
  })
})
