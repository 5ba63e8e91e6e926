import { fireEvent, screen } from '@testing-library/react'
import { describe } from 'vitest'
import type { EmailChannel } from '#shared/contract/emailChannel.ts'
import type { SmsChannel } from '#shared/contract/smsChannel.ts'
import { PUSH, type WechatRule } from '#shared/contract/wechat.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aFormField } from '#tests/builders/contentForm.ts'
import { aRole } from '#tests/builders/role.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { EmailDialog } from './emailSend/EmailDialog.tsx'
import { SenderDialog } from './emailChannel/SenderDialog.tsx'
import { InboxDialog } from './inbox/InboxDialog.tsx'
import { PublishDialog } from './shared/mail/PublishDialog.tsx'
import { ChannelDialog } from './smsChannel/ChannelDialog.tsx'
import { SmsDialog } from './smsMarketing/SmsDialog.tsx'
import { TemplateDialog } from './smsTemplate/TemplateDialog.tsx'
import { ConfigDialog } from './wechatConfig/ConfigDialog.tsx'
import { RuleDialog } from './wechatRule/RuleDialog.tsx'

const close = (): void => {}
const level = (id: number, name: string) => ({ id, siteId: 5, name, note: '', startValue: id, endValue: id })
const group = (id: number, name: string) => ({ id, siteId: 5, name, note: '' })
const member = {
  id: 31,
  siteId: 5,
  userName: 'zhangsan',
  phone: '13812345678',
  email: 'z@example.com',
  name: '张三',
  nickName: '',
  birthday: '',
  headSculpture: '',
  sex: '男',
  levelId: 0,
  grade: '',
  grouplist: [],
  groupNames: [],
  source: 'admin' as const,
  isEnable: true,
  points: 0,
}
const members = (host: FakeBridge): FakeBridge =>
  host
    .on('memberGroup.page', () => pageOf([group(11, '订阅'), group(12, '伙伴')]))
    .on('memberLevel.page', () => pageOf([level(11, '银卡'), level(12, '金卡')]))
    .on('member.page', () => pageOf([member]))
const chooseMember = async (): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: '选择会员', hidden: true }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /zhangsan|张三/, hidden: true }))
  const [confirm] = screen.getAllByRole('button', { name: '确定', hidden: true }).slice(-1)
  fireEvent.click(requireValue(confirm, 'the picker has one'))
}

describe('e-mail', () => {
  const sender: EmailChannel = {
    id: 3,
    siteId: 5,
    account: 'news@example.com',
    password: '',
    sendName: '集团新闻',
    smtp: 'smtp.example.com',
    port: 587,
    useSSL: false,
    security: 'starttls',
    perMinute: 30,
    hasPassword: true,
    waiting: 0,
    version: 2,
  }
  sendsWhatItShows({
    form: 'areas/channel/emailChannel/SenderDialog.tsx',
    title: 'a new one',
    ui: <SenderDialog channel={null} siteId={5} onClose={close} />,
    fill: { 常用邮箱: '163邮箱', 端口: '2525', 加密方式: '不加密（仅限内部网络）' },
    operation: 'emailChannel.save',
    sends: {
      id: 0,
      siteId: 5,
      sendName: '发件人名称',
      account: '账号',
      password: '密码',
      smtp: 'SMTP 服务器',
      port: 2525,
      security: 'none',
      useSSL: false,
      perMinute: 9,
    },
  })
  sendsWhatItShows({
    form: 'areas/channel/emailChannel/SenderDialog.tsx',
    ui: <SenderDialog channel={sender} siteId={5} onClose={close} />,
    shows: {
      发件人名称: '集团新闻',
      常用邮箱: '其他邮箱',
      账号: 'news@example.com',
      密码: '',
      'SMTP 服务器': 'smtp.example.com',
      端口: '587',
      加密方式: 'STARTTLS（常用端口 587）',
      每分钟最多发送: '30',
    },
    operation: 'emailChannel.save',
    sends: {
      id: 3,
      siteId: 5,
      sendName: '集团新闻',
      account: 'news@example.com',
      password: '',
      smtp: 'smtp.example.com',
      port: 587,
      security: 'starttls',
      useSSL: false,
      perMinute: 30,
      version: 2,
    },
  })
  sendsWhatItShows({
    form: 'areas/channel/emailSend/EmailDialog.tsx',
    ui: <EmailDialog siteId={5} onClose={close} />,
    host: (host) => members(host).on('emailChannel.page', () => pageOf([sender])),
    fill: {
      发件邮箱: '集团新闻 <news@example.com>',
      收件人邮箱: 'a@example.com|b@example.com',
      会员组: ['伙伴'],
      会员等级: ['银卡'],
      发送方式: '定时发送',
      发送时间日期: '2031-01-08',
      发送时间时间: '07:08:09',
      测试邮箱: 'me@example.com',
      邮件内容: '邮件内容',
    },
    also: chooseMember,
    operation: 'emailSend.batchSend',
    sends: {
      siteId: 5,
      subject: '邮件主题',
      emailChannelId: 3,
      emailList: ['a@example.com', 'b@example.com'],
      memberIds: [31],
      groupIds: [12],
      levelIds: [11],
      body: '<p>邮件内容</p>',
      attachments: [],
      isMass: true,
      sendType: 2,
      sendTime: '2031-01-08 07:08:09',
    },
  })
})

describe('text messages', () => {
  const channel: SmsChannel = {
    id: 6,
    siteId: 5,
    channelName: '营销',
    channelType: 2,
    signName: '集团',
    accessKeyId: 'AKID1',
    accessKeySecret: '',
    sdkAppId: '1400',
    perDay: 7,
    price: 0.045,
    hasSecret: true,
    waiting: 0,
    version: 3,
  }
  sendsWhatItShows({
    form: 'areas/channel/smsChannel/ChannelDialog.tsx',
    title: 'a new one',
    ui: <ChannelDialog channel={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'smsChannel.save',
    sends: {
      id: 0,
      siteId: 5,
      channelType: 2,
      channelName: '通道名称',
      signName: '短信签名',
      accessKeyId: 'AccessKeyId',
      accessKeySecret: 'AccessKeySecret',
      sdkAppId: 'SdkAppId',
      perDay: 8,
      price: 8,
    },
  })
  sendsWhatItShows({
    form: 'areas/channel/smsChannel/ChannelDialog.tsx',
    ui: <ChannelDialog channel={channel} siteId={5} onClose={close} />,
    shows: {
      通道类型: '腾讯云',
      通道名称: '营销',
      短信签名: '集团',
      AccessKeyId: 'AKID1',
      AccessKeySecret: '',
      SdkAppId: '1400',
      每个号码每天最多: '7',
      每条单价: '0.045',
    },
    operation: 'smsChannel.save',
    sends: {
      id: 6,
      siteId: 5,
      channelType: 2,
      channelName: '营销',
      signName: '集团',
      accessKeyId: 'AKID1',
      accessKeySecret: '',
      sdkAppId: '1400',
      perDay: 7,
      price: 0.045,
      version: 3,
    },
  })
  const template = {
    id: 8,
    siteId: 5,
    templateName: '活动',
    templateCode: 'SMS_1',
    templateContent: '${name}在${place}',
  }
  sendsWhatItShows({
    form: 'areas/channel/smsTemplate/TemplateDialog.tsx',
    title: 'a new one',
    ui: <TemplateDialog template={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'smsTemplate.save',
    sends: { id: 0, siteId: 5, templateName: '模板名称', templateCode: '模板编码', templateContent: '模板内容' },
  })
  sendsWhatItShows({
    form: 'areas/channel/smsTemplate/TemplateDialog.tsx',
    ui: <TemplateDialog template={{ ...template, version: 4 }} siteId={5} onClose={close} />,
    shows: { 模板名称: '活动', 模板编码: 'SMS_1', 模板内容: '${name}在${place}' },
    operation: 'smsTemplate.save',
    sends: { ...template, version: 4 },
  })
  sendsWhatItShows({
    form: 'areas/channel/smsMarketing/SmsDialog.tsx',
    ui: <SmsDialog siteId={5} onClose={close} />,
    host: (host) =>
      members(host)
        .on('smsChannel.page', () => pageOf([channel, { ...channel, id: 8, channelName: '通知' }]))
        .on('smsTemplate.page', () => pageOf([{ ...template, id: 6, templateName: '验证码' }, template]))
        .on('smsMarketing.estimate', () => ({ recipients: 2, segments: 3, price: 0.045, amount: 0.135 })),
    fill: {
      短信通道: '营销',
      短信模板: '活动',
      会员组: ['伙伴'],
      会员等级: ['银卡'],
      发送方式: '定时发送',
    },
    also: chooseMember,
    operation: 'smsMarketing.batchSend',
    sends: {
      siteId: 5,
      smsChannelId: 6,
      smsTemplateId: 8,
      params: { name: '变量 name', place: '变量 place' },
      phoneList: [],
      memberIds: [31],
      groupIds: [12],
      levelIds: [11],
      sendType: 2,
      sendTime: '2031-01-08 07:08:09',
    },
  })
})

describe('official accounts', () => {
  sendsWhatItShows({
    form: 'areas/channel/wechatConfig/ConfigDialog.tsx',
    title: 'a new one',
    ui: <ConfigDialog config={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'wechatConfig.save',
    sends: { id: 0, siteId: 5, title: '标题', appId: 'appId', appSecret: 'appSecret' },
  })
  sendsWhatItShows({
    form: 'areas/channel/wechatConfig/ConfigDialog.tsx',
    ui: (
      <ConfigDialog
        config={{ id: 4, siteId: 6, title: '集团号', appId: 'wx1', hasSecret: true, version: 3 }}
        siteId={5}
        onClose={close}
      />
    ),
    shows: { 标题: '集团号', appId: 'wx1', appSecret: '' },
    operation: 'wechatConfig.save',
    sends: { id: 4, siteId: 6, title: '集团号', appId: 'wx1', appSecret: '', version: 3 },
  })
  const mapping = { title: 'title', author: 'source', digest: 'note', thumb_media_id: 'photo', content: 'text' }
  const fields = [
    aFormField('title', '标题项'),
    aFormField('source', '来源'),
    aFormField('note', '导语'),
    aFormField('photo', '图片'),
    aFormField('text', '全文'),
  ]
  const rule: WechatRule = {
    id: 9,
    title: '推送新闻',
    ruleType: PUSH,
    isRun: true,
    siteId: 5,
    classId: 201,
    configId: 4,
    rules: JSON.stringify(mapping),
    siteTitle: '集团官网',
    menuTitle: '新闻',
    configTitle: '集团号',
    done: 0,
    failed: 0,
    createDate: '',
    version: 6,
  }
  sendsWhatItShows({
    form: 'areas/channel/wechatRule/RuleDialog.tsx',
    ui: <RuleDialog rule={rule} siteId={7} onClose={close} />,
    host: (host) =>
      host
        .on('site.page', () => pageOf([aSite(5, '集团官网'), aSite(7, '新站')]))
        .on('wechatConfig.page', () => pageOf([{ id: 4, siteId: 5, title: '集团号', appId: 'wx1' }]))
        .on('column.findById', () => ({ ...aColumnDetail(aColumn(201, '新闻')), menuField: fields })),
    shows: {
      标题: '推送新闻',
      数据规则: '推送',
      源站点: '集团官网',
      公众号: '集团号',
      '字段匹配：标题': '标题项',
      作者: '来源',
      摘要: '导语',
      封面图: '图片',
      正文: '全文',
      启用: true,
    },
    operation: 'wechatRule.save',
    sends: {
      id: 9,
      title: '推送新闻',
      ruleType: PUSH,
      isRun: true,
      siteId: 5,
      classId: 201,
      configId: 4,
      rules: JSON.stringify(mapping),
      version: 6,
    },
  })
})

describe('messages', () => {
  const people = [
    { userName: 'lina', trueName: '李娜' },
    { userName: 'wang', trueName: '王五' },
  ]
  const from = { draftId: 12, title: '通知', file: '/files/a.pdf', content: '<p>正文</p>', recipientDTOList: people }
  sendsWhatItShows({
    form: 'areas/channel/shared/mail/PublishDialog.tsx',
    title: 'a mail',
    ui: <PublishDialog type="mail" from={from} onClose={close} />,
    fill: { 内容: '内容' },
    operation: 'siteMail.send',
    sends: { draftId: 12, title: '标题', content: '<p>内容正文</p>', recipientDTOList: people },
  })
  sendsWhatItShows({
    form: 'areas/channel/shared/mail/PublishDialog.tsx',
    title: 'a document',
    ui: <PublishDialog type="document" from={from} onClose={close} />,
    shows: { 标题: '通知', 内容: '正文' },
    operation: 'siteMail.sendDocument',
    sends: { draftId: 12, title: '通知', file: '/files/a.pdf', content: '<p>正文</p>', recipientDTOList: people },
  })
  sendsWhatItShows({
    form: 'areas/channel/inbox/InboxDialog.tsx',
    ui: <InboxDialog siteId={5} onClose={close} />,
    host: (host) => host.on('role.page', () => pageOf([aRole(3, '新闻组')])),
    fill: { 收件组: '新闻组', 内容: '内容' },
    operation: 'inbox.save',
    sends: {
      siteId: 5,
      title: '标题',
      photo: '',
      content: '<p>内容</p>',
      receiveGroup: 3,
      receiver: '',
      emailList: '',
    },
  })
})
