import { fireEvent, screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import type { AnalyticsState } from '#shared/contract/analytics.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { aCopyRule } from '#tests/builders/copyRule.ts'
import { aField } from '#tests/builders/field.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { aWorkflow } from '#tests/builders/workflowRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { BaiduSteps } from './analytics/settings/BaiduSteps.tsx'
import { OwnForm } from './analytics/settings/OwnForm.tsx'
import { LinkDialog } from './approval/columnWorkflow/LinkDialog.tsx'
import { StandInDialog } from './approval/tasks/StandInDialog.tsx'
import { WorkflowDialog } from './approval/workflow/WorkflowDialog.tsx'
import { RuleWizard } from './content/copyRules/RuleWizard.tsx'
import { EntryDialog } from './content/shared/entry/EntryDialog.tsx'
import { ScheduleDialog } from './content/shared/schedule/ScheduleDialog.tsx'
import { TemplateDialogs } from './template/list/TemplateDialogs.tsx'

const close = (): void => {}
const sites = (host: FakeBridge): FakeBridge =>
  host.on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))

describe('approval', () => {
  sendsWhatItShows({
    form: 'areas/approval/workflow/WorkflowDialog.tsx',
    title: 'a new one',
    ui: <WorkflowDialog workflow={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'workflow.save',
    sends: { id: 0, siteId: 5, title: '标题', remark: '备注', revocability: false, dueDays: 4 },
  })
  sendsWhatItShows({
    form: 'areas/approval/workflow/WorkflowDialog.tsx',
    ui: (
      <WorkflowDialog
        workflow={aWorkflow(6, '新闻审批', { siteId: 5, remark: '两级', dueDays: 3, version: 7 })}
        siteId={8}
        onClose={close}
      />
    ),
    shows: { 标题: '新闻审批', 备注: '两级', 允许撤回: true, 办理期限: '3' },
    operation: 'workflow.save',
    sends: { id: 6, siteId: 5, title: '新闻审批', remark: '两级', revocability: true, dueDays: 3, version: 7 },
  })
  const column = aColumn(203, '简介', { version: 2 })
  sendsWhatItShows({
    form: 'areas/approval/columnWorkflow/LinkDialog.tsx',
    ui: <LinkDialog column={column} onClose={close} />,
    host: (host) =>
      host
        .on('column.findByPost', () => aColumnDetail(column))
        .on('workflow.list', () =>
          pageOf([aWorkflow(5, '新闻审批'), aWorkflow(6, '公告审批', { revocability: false })]),
        ),
    shows: { 审批流程: '请选择' },
    fill: { 审批流程: '公告审批' },
    operation: 'column.saveWorkFlow',
    sends: {
      id: 203,
      relationWorkFlow: expect.stringMatching(
        /^\{"workFlowId":6,"workFlowName":"公告审批","bindDateTime":"[\d: -]+","status":1,"revocability":false\}$/,
      ),
      version: 2,
    },
  })
  sendsWhatItShows({
    form: 'areas/approval/tasks/StandInDialog.tsx',
    ui: <StandInDialog onClose={close} />,
    host: (host) =>
      host
        .on('account.pageUser', () => pageOf([]))
        .on('approval.standIn', () => ({
          standInId: 4,
          standInName: '张伟',
          fromDate: '2031-01-01 00:00:00',
          toDate: '2031-02-02 00:00:00',
        })),
    shows: { 代理人: '张伟', 开始日期: '2031-01-01', 结束日期: '2031-02-02' },
    operation: 'approval.saveStandIn',
    sends: { standInId: 4, fromDate: '2031-01-01', toDate: '2031-02-02' },
  })
})

describe('counting', () => {
  const state: AnalyticsState = {
    siteId: 5,
    source: 'own',
    hasKeys: true,
    isAuthorised: true,
    baiduSiteId: '1234',
    isCounting: true,
    countUrl: 'https://count.example.com',
    isCountUrlConfirmed: true,
    domain: 'www.example.com',
    today: '2031-01-01',
    utcOffset: 480,
  }
  sendsWhatItShows({
    form: 'areas/analytics/settings/OwnForm.tsx',
    ui: <OwnForm state={state} onClose={close} />,
    shows: { 统计访问: true, 统计服务地址: 'https://count.example.com' },
    fill: { 统计服务地址: 'https://other.example.com' },
    operation: 'analytics.setSource',
    sends: { siteId: 5, source: 'own', isCounting: false, countUrl: 'https://other.example.com' },
  })
  sendsWhatItShows({
    form: 'areas/analytics/settings/BaiduSteps.tsx',
    title: 'the site',
    ui: <BaiduSteps siteId={5} state={state} onClose={close} />,
    shows: { '站点 ID': '1234' },
    fill: { '站点 ID': '567' },
    operation: 'analytics.setSiteId',
    sends: { baidu_site_id: '567', site_id: 5 },
  })
  sendsWhatItShows({
    form: 'areas/analytics/settings/BaiduSteps.tsx',
    title: 'the code',
    ui: <BaiduSteps siteId={5} state={{ ...state, isAuthorised: false }} onClose={close} />,
    fill: {},
    operation: 'analytics.getAccessToken',
    sends: { code: 'CODE' },
  })
})

describe('content', () => {
  const article = [
    aFormField('title', '标题'),
    aFormField('source', '来源'),
    aFormField('note', '摘要', 'MultiLine'),
    aFormField('text', '正文', 'Editor'),
    aFormField('day', '日期', 'Date'),
    aFormField('moment', '时间', 'DateTime'),
  ]
  const entry = anEntry(31, {
    title: '新船下水',
    source: '海洋报',
    note: '一句话',
    text: '<p>全文</p>',
    day: '2031-03-04',
    moment: '2031-05-06 07:08:09',
    version: 6,
  })
  sendsWhatItShows({
    form: 'areas/content/shared/entry/form/useEntryForm.ts',
    ui: <EntryDialog classId={201} id={31} onClose={close} />,
    host: (host) =>
      host
        .on('content.form', () => aForm(article, entry))
        .on('localDrafts.list', () => [])
        .on('localDrafts.get', () => null),
    fill: { 标题: '标题', 正文: '正文' },
    submit: '保存到草稿',
    operation: 'content.save',
    sends: {
      id: 31,
      classId: 201,
      siteId: 1,
      version: 6,
      attempt: '',
      isStatus: false,
      acceptSensitive: false,
      fieldList: [
        { fieldName: 'title', fieldValue: '标题' },
        { fieldName: 'source', fieldValue: '来源' },
        { fieldName: 'note', fieldValue: '摘要' },
        { fieldName: 'text', fieldValue: '<p>正文全文</p>' },
        { fieldName: 'day', fieldValue: '2031-01-05' },
        { fieldName: 'moment', fieldValue: '2031-01-06 07:08:07' },
      ],
    },
  })
  sendsWhatItShows({
    form: 'areas/content/shared/schedule/ScheduleDialog.tsx',
    ui: (
      <ScheduleDialog
        title="定时"
        classId={201}
        ids={[3, 4]}
        actions={['publish', 'unpublish']}
        asksForApproval={false}
        onClose={close}
      />
    ),
    fill: {},
    operation: 'contentSchedule.plan',
    sends: {
      classId: 201,
      idList: [3, 4],
      action: 'unpublish',
      at: new Date('2031-01-02T07:08:03').getTime(),
      acceptSensitive: false,
    },
  })
  const fields = (...names: string[]) => names.map((name) => aField(name))
  const [source, target] = [aColumn(11, '集团新闻'), aColumn(21, '公司新闻', { siteId: 2 })]
  const rule = aCopyRule(5, '新闻到分站', { isRun: true, followUpdate: true, version: 9 })
  const places = (host: FakeBridge): FakeBridge =>
    sites(host)
      .on('column.getTree', ({ siteId }) => (siteId === 1 ? [source] : [target]))
      .on('column.findById', ({ id }) => ({
        ...aColumnDetail(id === 11 ? source : target),
        menuField: fields('title', 'body'),
      }))
  const next = async (form: HTMLElement): Promise<void> => {
    fireEvent.submit(form)
    await screen.findByRole('button', { name: '上一步', hidden: true })
  }
  const at = { sourceSiteId: 1, sourceMenuId: 11, targetSiteId: 2, targetMenuId: 21 }
  const rules = [{ sourceField: 'title', targetField: 'title' }]
  sendsWhatItShows({
    form: 'areas/content/copyRules/RuleWizard.tsx',
    ui: <RuleWizard rule={rule} onClose={close} />,
    host: places,
    shows: {
      规则标题: '新闻到分站',
      源站点: '集团官网',
      目标站点: '海洋科技',
      自动复制: true,
      更新: true,
      取消发布: false,
      删除: false,
    },
    also: next,
    operation: 'copyRule.save',
    sends: {
      id: 5,
      title: '新闻到分站',
      isRun: true,
      followUpdate: true,
      followUnpublish: false,
      followDelete: false,
      ...at,
      rules,
      version: 9,
    },
  })
  sendsWhatItShows({
    form: 'areas/content/copyRules/RuleWizard.tsx',
    title: 'with other values',
    ui: <RuleWizard rule={rule} onClose={close} />,
    host: places,
    shows: {
      规则标题: '新闻到分站',
      源站点: '集团官网',
      目标站点: '海洋科技',
      自动复制: true,
      更新: true,
      取消发布: false,
      删除: false,
    },
    also: async (form) => {
      fireEvent.click(screen.getByRole('switch', { name: '自动复制', hidden: true }))
      fireEvent.click(screen.getByRole('checkbox', { name: '取消发布', hidden: true }))
      await next(form)
    },
    operation: 'copyRule.save',
    sends: {
      id: 5,
      title: '新闻到分站',
      isRun: false,
      followUpdate: true,
      followUnpublish: true,
      followDelete: false,
      ...at,
      rules,
      version: 9,
    },
  })
})

describe('templates', () => {
  const template = aTemplate({
    id: 7,
    name: '企业站',
    folder: 'company',
    templatePic: '/files/cover.png',
    title: '给集团用',
    siteId: 5,
    version: 3,
  })
  const host = (fake: FakeBridge): FakeBridge =>
    fake.on('session.status', () => aSession()).on('media.image', () => ({ dataUrl: '' }))
  sendsWhatItShows({
    form: 'areas/template/list/TemplateDialogs.tsx',
    ui: <TemplateDialogs opened={{ dialog: 'edit', template }} onOpen={close} onClose={close} />,
    host,
    shows: { 名称: '企业站', '标识符（模板文件夹）': 'company', 备注: '给集团用' },
    fill: { '标识符（模板文件夹）': 'fresh' },
    operation: 'template.save',
    sends: {
      id: 7,
      name: '名称',
      folder: 'fresh',
      templatePic: '/files/cover.png',
      title: '备注',
      siteId: 5,
      version: 3,
    },
  })
  sendsWhatItShows({
    form: 'areas/template/list/TemplateDialogs.tsx',
    title: 'a copy',
    ui: <TemplateDialogs opened={{ dialog: 'copy', template }} onOpen={close} onClose={close} />,
    host,
    shows: { 名称: '企业站 副本', '标识符（模板文件夹）': 'company-copy' },
    fill: { '标识符（模板文件夹）': 'fresh' },
    operation: 'template.copy',
    sends: { id: 7, name: '名称', folder: 'fresh' },
  })
})
