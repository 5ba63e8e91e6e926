import { describe } from 'vitest'
import type { Site } from '#shared/contract/site.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { Delivery } from './delivery/Delivery.tsx'
import { Domains } from './domain/Domains.tsx'
import { SiteInfo } from './info/SiteInfo.tsx'
import { CopyDialog } from './list/CopyDialog.tsx'
import { ImportForm } from './list/ImportForm.tsx'
import { SiteDialog } from './list/SiteDialog.tsx'
import { SiteSeo } from './seo/SiteSeo.tsx'
import { RedirectDialog } from './shared/RedirectDialog.tsx'
import { BuildPlan } from './statics/BuildPlan.tsx'
import { SystemSettings } from './systemSettings/SystemSettings.tsx'
import { ThirdPartyCode } from './thirdPartyCode/ThirdPartyCode.tsx'

const close = (): void => {}
const site: Site = {
  ...aSite(1, '集团官网'),
  symbol: 'group',
  note: '主站',
  manageType: 1202,
  templateId: 7,
  icp: '京ICP备1号',
  policeIcp: '京公网安备2号',
  eduIcp: '教备3号',
  copyright: '集团版权所有',
  grayscale: true,
  domain: 'www.group.example,m.group.example',
  javascript: '<script>1</script>',
  seoTitle: '首页标题',
  seoKeywords: '集团,官网',
  seoDescription: '集团的官网',
  version: 4,
}
const host = (fake: FakeBridge): FakeBridge =>
  fake
    .on('site.page', () => pageOf([site]))
    .on('site.findById', () => site)
    .on('template.list', () =>
      pageOf([
        aTemplate({ id: 7, name: '企业', folder: 'corporate' }),
        aTemplate({ id: 8, name: '门户', folder: 'portal' }),
      ]),
    )

describe('a site', () => {
  sendsWhatItShows({
    form: 'areas/site/list/SiteDialog.tsx',
    title: 'a new one',
    ui: <SiteDialog site={null} onClose={close} />,
    host,
    fill: { 标识符: 'polar', 使用的模板: '门户（portal）' },
    operation: 'site.save',
    sends: { id: 0, title: '站点名称', symbol: 'polar', note: '备注', manageType: 1201, templateId: 8 },
  })
  sendsWhatItShows({
    form: 'areas/site/list/SiteDialog.tsx',
    ui: <SiteDialog site={site} onClose={close} />,
    host,
    shows: { 站点名称: '集团官网', 标识符: 'group', 使用的模板: '企业（corporate）', 备注: '主站' },
    operation: 'site.save',
    sends: { id: 1, title: '集团官网', symbol: 'group', note: '主站', manageType: 1202, templateId: 7, version: 4 },
  })
  sendsWhatItShows({
    form: 'areas/site/list/CopyDialog.tsx',
    ui: <CopyDialog site={site} onClose={close} />,
    shows: { 站点名称: '集团官网 副本', 标识符: 'group-copy', 模板文件夹: '', 域名: '' },
    fill: { 标识符: 'two', 模板文件夹: 'group-2', 域名: 'three.example.com' },
    operation: 'site.copy',
    sends: { id: 1, title: '站点名称', symbol: 'two', folder: 'group-2', domain: 'three.example.com' },
  })
  sendsWhatItShows({
    form: 'areas/site/list/ImportForm.tsx',
    ui: (
      <ImportForm
        accessPath="/files/a.zip"
        summary={{
          version: '0.1.0',
          createDate: '2026-01-01 00:00:00',
          bytes: 1,
          title: '集团官网',
          symbol: 'group',
          freeSymbol: 'group-2',
          domain: 'new.example',
          takenHosts: [],
          templates: [{ folder: 'corporate', name: '企业', as: 'corporate-2', isTaken: true }],
          counts: [],
          accounts: [{ username: 'admin', trueName: '管理员', isHere: true }],
          hasMembers: true,
          leftOut: [],
        }}
        onStarted={close}
        onClose={close}
      />
    ),
    shows: {
      站点名称: '集团官网',
      标识符: 'group-2',
      域名: 'new.example',
      '模板“企业”的文件夹': 'corporate-2',
      内容的作者: true,
      会员: true,
    },
    fill: {
      标识符: 'three',
      域名: 'four.example',
      '模板“企业”的文件夹': 'corporate-5',
      内容的作者: true,
      会员: false,
    },
    operation: 'siteArchive.import',
    sends: {
      accessPath: '/files/a.zip',
      title: '站点名称',
      symbol: 'three',
      domain: 'four.example',
      folders: [{ folder: 'corporate', as: 'corporate-5' }],
      accounts: ['admin'],
      members: false,
    },
  })
  sendsWhatItShows({
    form: 'areas/site/info/SiteInfo.tsx',
    ui: <SiteInfo />,
    press: '编辑 集团官网',
    host,
    shows: {
      站点名称: '集团官网',
      ICP备案号: '京ICP备1号',
      公安备案号: '京公网安备2号',
      教育备案号: '教备3号',
      版权信息: '集团版权所有',
      哀悼模式: true,
    },
    fill: {},
    operation: 'site.updateBaseInfo',
    sends: {
      id: 1,
      title: '站点名称',
      icp: 'ICP备案号',
      policeIcp: '公安备案号',
      eduIcp: '教育备案号',
      copyright: '版权信息',
      grayscale: false,
      version: 4,
    },
  })
  sendsWhatItShows({
    form: 'areas/site/domain/Domains.tsx',
    ui: <Domains />,
    press: '绑定域名 集团官网',
    host,
    shows: { '域名 1': 'www.group.example', '域名 2': 'm.group.example' },
    operation: 'site.updateDomain',
    sends: { id: 1, domainList: ['www.group.example', 'm.group.example'], version: 4 },
  })
  sendsWhatItShows({
    form: 'areas/site/thirdPartyCode/ThirdPartyCode.tsx',
    ui: <ThirdPartyCode />,
    press: '插入代码 集团官网',
    host,
    shows: { 'HTML 代码': '<script>1</script>' },
    fill: {},
    operation: 'site.updateThirdJavascript',
    sends: { id: 1, javascript: 'HTML 代码', version: 4 },
  })
  sendsWhatItShows({
    form: 'areas/site/systemSettings/SystemSettings.tsx',
    ui: <SystemSettings />,
    host,
    shows: { 站点名称: '集团官网', 'SEO 关键词': '集团,官网', 'SEO 描述': '集团的官网' },
    fill: {},
    operation: 'site.updateSeo',
    sends: { id: 1, title: '站点名称', seoKeywords: 'SEO 关键词', seoDescription: 'SEO 描述', version: 4 },
  })
  sendsWhatItShows({
    form: 'features/seo/SeoDialog.tsx',
    ui: <SiteSeo />,
    press: '设置SEO 集团官网',
    host,
    shows: { 'SEO 标题': '首页标题', 'SEO 关键词': '集团,官网', 'SEO 描述': '集团的官网' },
    fill: {},
    operation: 'site.updateSeo',
    sends: {
      id: 1,
      seoTitle: 'SEO 标题',
      seoKeywords: 'SEO 关键词',
      seoDescription: 'SEO 描述',
      version: 4,
    },
  })
})

describe('the pages of a site', () => {
  sendsWhatItShows({
    form: 'areas/site/shared/RedirectDialog.tsx',
    title: 'a new one',
    ui: <RedirectDialog siteId={5} redirect={null} onClose={close} />,
    fill: { 旧地址: '/a.html', 新地址: '/b.html' },
    operation: 'redirect.save',
    sends: { id: 0, siteId: 5, source: '/a.html', target: '/b.html', note: '备注', isStatus: false },
  })
  const redirect = {
    id: 6,
    siteId: 5,
    source: '/old.html',
    target: '/new.html',
    note: '改版',
    isStatus: true,
    hits: 0,
    createDate: '',
    version: 3,
  }
  sendsWhatItShows({
    form: 'areas/site/shared/RedirectDialog.tsx',
    ui: <RedirectDialog siteId={7} redirect={redirect as never} onClose={close} />,
    shows: { 旧地址: '/old.html', 新地址: '/new.html', 备注: '改版', 启用: true },
    operation: 'redirect.save',
    sends: { id: 6, siteId: 5, source: '/old.html', target: '/new.html', note: '改版', isStatus: true, version: 3 },
  })
  sendsWhatItShows({
    form: 'areas/site/delivery/Delivery.tsx',
    ui: <Delivery />,
    host: (fake) =>
      host(fake)
        .on('delivery.settings', () => ({
          siteId: 1,
          mode: 'token' as const,
          columnIds: [201],
          maxAge: 90,
          version: 3,
        }))
        .on('column.getTree', () => [aColumn(201, '新闻'), aColumn(202, '产品')]),
    shows: { 谁可以读取: '凭令牌读取', 开放的栏目: ['新闻'], 缓存时间: '90' },
    fill: { 开放的栏目: ['产品'], 缓存时间: '120' },
    operation: 'delivery.save',
    sends: { siteId: 1, mode: 'public', columnIds: [201, 202], maxAge: 120, version: 3 },
  })
  const plan = { every: 'week' as const, time: '04:30', weekdays: [3], hours: 6 as const }
  sendsWhatItShows({
    form: 'areas/site/statics/BuildPlan.tsx',
    ui: <BuildPlan siteId={5} plan={plan as never} nextDate="2031-01-02 03:04:05" />,
    press: '修改',
    shows: {
      周期: '每周',
      星期一: false,
      星期二: false,
      星期三: true,
      星期四: false,
      星期五: false,
      星期六: false,
      星期日: false,
      时间: '04:30',
    },
    operation: 'statics.saveSchedule',
    sends: { id: 5, isOn: true, every: 'week', time: '04:30', weekdays: [3], hours: 6 },
  })
})
